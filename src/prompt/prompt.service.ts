import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { messageOf } from '../common/domain-error.js';
import { packageRoot } from '../common/package-root.js';
import { PromptSectionProvider, type PromptContext, type PromptSection } from './prompt-section.js';

/**
 * Puts the system prompt together: docs/system-prompt.md, which is stored verbatim as the first message of a session, with
 * its `{{placeholders}}` filled and the other sections appended at each request (docs/agent.md, "User Info Injection").
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
      .sort(byPlace);
  }

  /**
   * The system prompt of one request. A section that throws is left out and logged: a broken feature must not keep the
   * agent from answering.
   *
   * @param stored the session's own prompt, as it was stored when the session began
   */
  async render(stored: string, context: PromptContext): Promise<string> {
    const sections = this.sections.filter(({ modes }) => modes.includes(context.mode));
    const rendered = await Promise.all(sections.map((section) => this.renderSection(section, context)));
    return assemblePrompt(stored, sections, rendered);
  }

  private async renderSection(section: PromptSection, context: PromptContext): Promise<string | undefined> {
    try {
      return await section.render(context);
    } catch (error) {
      this.logger.error(`The prompt section "${section.name}" was left out: ${messageOf(error)}`);
      return undefined;
    }
  }
}

/** Stable sections first, each zone in ascending order, names decide between equals. */
function byPlace(a: PromptSection, b: PromptSection): number {
  if (a.zone !== b.zone) return a.zone === 'stable' ? -1 : 1;
  return a.order - b.order || a.name.localeCompare(b.name);
}

/**
 * Fills each `{{placeholder}}` once (a value that itself holds a placeholder, or `$&`, stays as it is) and appends the
 * sections that fill none, separated by blank lines.
 */
export function assemblePrompt(
  stored: string,
  sections: readonly Pick<PromptSection, 'placeholder'>[],
  rendered: readonly (string | undefined)[],
): string {
  const values = new Map<string, string>();
  const appended: string[] = [];
  sections.forEach((section, index) => {
    const text = rendered[index];
    if (section.placeholder !== undefined) values.set(section.placeholder, text ?? '(none yet)');
    else if (text !== undefined && text.trim() !== '') appended.push(text.trim());
  });
  const filled = stored.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values.get(name) ?? whole);
  return [filled, ...appended].join('\n\n');
}
