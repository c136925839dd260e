import { Injectable } from '@nestjs/common';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** Whether people see how the model reasons. */
@PromptSectionProvider()
@Injectable()
export class ReasoningSection implements PromptSection {
  readonly name = 'Reasoning';
  readonly zone = 'dynamic';
  readonly order = SECTION_ORDER.reasoning;
  readonly modes = ['full', 'minimal'] as const;

  render(context: PromptContext): Promise<string | undefined> {
    const { reasoningLevel } = context;
    return Promise.resolve(reasoningLevel === undefined ? undefined : `Reasoning: ${reasoningLevel} (people change what they see of it with /reasoning off, on or stream).`);
  }
}
