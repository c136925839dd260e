import { Injectable } from '@nestjs/common';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** How the agent may change its own configuration. */
@PromptSectionProvider()
@Injectable()
export class SelfUpdateSection implements PromptSection {
  readonly name = 'Jarvis Self-Update';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.selfUpdate;
  readonly modes = ['full'] as const;

  render(context: PromptContext): Promise<string | undefined> {
    return Promise.resolve(context.tools.has('gateway') ? TEXT : undefined);
  }
}

const TEXT = `## Jarvis Self-Update
Change Jarvis itself only where the owner asks for it, with the tool \`gateway\`. Look a setting up with \`config.schema.lookup\` before you name it. \`config.patch\` changes the keys that you give; \`config.apply\` replaces the whole configuration and is for when that was asked for. Run \`update.run\` only on explicit request. \`tools.exec.ask\` and \`tools.exec.security\`, by whatever name, and secrets are refused: only the owner changes them.`;
