import { Injectable } from '@nestjs/common';
import { PromptContributions } from '../contributions/prompt-contributions.js';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** What a provider adds below the cache boundary. */
@PromptSectionProvider()
@Injectable()
export class ProviderSuffixSection implements PromptSection {
  readonly name = 'Provider Suffix';
  readonly zone = 'dynamic';
  readonly order = SECTION_ORDER.providerDynamicSuffix;
  readonly modes = ['full', 'minimal'] as const;

  constructor(private readonly contributions: PromptContributions) {}

  render(context: PromptContext): Promise<string | undefined> {
    return Promise.resolve(this.contributions.dynamicSuffix(context));
  }
}
