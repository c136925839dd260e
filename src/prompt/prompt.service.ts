import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { messageOf } from '../common/domain-error.js';
import { packageRoot } from '../common/package-root.js';
import { assemblePrompt, type AssembledPrompt, type RenderedSection } from './assembled-prompt.js';
import type { PromptMutation } from './hooks/prompt-hook.js';
import { PromptSectionProvider, type PromptContext, type PromptSection } from './prompt-section.js';

/**
 * Puts the system prompt together: docs/system-prompt.md, which is stored verbatim as the first message of a session, and behind it, at each
 * request and never stored, the sections that the features contribute (docs/prompt.md).
 */
@Injectable()
export class PromptService implements OnApplicationBootstrap {
  private readonly logger = new Logger('Prompt');
  private sections: readonly PromptSection[] = [];

  /** docs/system-prompt.md: what a new session stores as `messages[0]`, placeholders unresolved. */
  readonly storedPrompt = readFileSync(path.join(packageRoot, 'docs', 'system-prompt.md'), 'utf8').trimEnd();

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    this.sections = this.discovery
      .getProviders({ metadataKey: PromptSectionProvider.KEY })
      .map((wrapper) => wrapper.instance as PromptSection)
      .sort((a, b) => a.order - b.order || a.name.localeCompare(b.name));
  }

  /**
   * The system prompt of one turn. A section that throws is left out and logged: a broken feature must not keep the agent from answering.
   *
   * @param stored the session's own prompt, as it was stored when the session began
   */
  async render(stored: string, context: PromptContext, mutation?: PromptMutation): Promise<AssembledPrompt> {
    const sections = this.sections.filter(({ modes }) => modes.includes(context.mode));
    const rendered = await Promise.all(sections.map((section) => this.renderSection(section, context)));
    return assemblePrompt(context.mode === 'none' ? undefined : stored, pointersOf(sections), rendered.flat(), mutation);
  }

  private async renderSection(section: PromptSection, context: PromptContext): Promise<RenderedSection[]> {
    const { name, zone } = section;
    try {
      const rendered = await section.render(context);
      if (rendered === undefined) return [];
      return [{ name, zone, ...(typeof rendered === 'string' ? { text: rendered } : rendered) }];
    } catch (error) {
      this.logger.error(`The prompt section "${name}" was left out: ${messageOf(error)}`);
      return [];
    }
  }
}

/** What stands in the stored prompt in place of what would change its bytes. */
function pointersOf(sections: readonly PromptSection[]): ReadonlyMap<string, string> {
  return new Map(sections.flatMap(({ placeholder, name }) => (placeholder === undefined ? [] : [[placeholder, `(under "${name}", near the end of this prompt)`]])));
}
