import { Injectable } from '@nestjs/common';
import { PromptContributions } from '../contributions/prompt-contributions.js';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** How to speak: only what a provider contributes. */
@PromptSectionProvider()
@Injectable()
export class InteractionStyleSection implements PromptSection {
  readonly name = 'Interaction Style';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.interactionStyle;
  readonly modes = ['full', 'minimal'] as const;

  constructor(private readonly contributions: PromptContributions) {}

  render(context: PromptContext): Promise<string | undefined> {
    return Promise.resolve(this.contributions.replacement('interaction_style', context));
  }
}
