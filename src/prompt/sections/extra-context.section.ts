import { Injectable } from '@nestjs/common';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** What whoever began the run has to say: of the group that it answers in, or of the work that a sub-agent is for. */
@PromptSectionProvider()
@Injectable()
export class ExtraContextSection implements PromptSection {
  readonly name = 'Extra Context';
  readonly zone = 'dynamic';
  readonly order = SECTION_ORDER.extraContext;
  readonly modes = ['full', 'minimal'] as const;

  render(context: PromptContext): Promise<string | undefined> {
    const { extraContext = '', mode } = context;
    const heading = mode === 'minimal' ? '## Subagent Context' : '## Group Chat Context';
    return Promise.resolve(extraContext.trim() === '' ? undefined : `${heading}\n${extraContext.trim()}`);
  }
}
