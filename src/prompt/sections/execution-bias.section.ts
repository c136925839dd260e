import { Injectable } from '@nestjs/common';
import { PromptContributions } from '../contributions/prompt-contributions.js';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** Act now. A provider may replace it. */
@PromptSectionProvider()
@Injectable()
export class ExecutionBiasSection implements PromptSection {
  readonly name = 'Execution Bias';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.executionBias;
  readonly modes = ['full'] as const;

  constructor(private readonly contributions: PromptContributions) {}

  render(context: PromptContext): Promise<string | undefined> {
    return Promise.resolve(this.contributions.replacement('execution_bias', context) ?? TEXT);
  }
}

const TEXT = `## Execution Bias
Where work was asked for, begin it in this turn: call the tool instead of saying that you will. Go on until it is done or until only the person can help, and then say what is missing.`;
