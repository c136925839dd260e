import { DiscoveryService } from '@nestjs/core';

/** Sections of ours that a provider may put its own in place of. */
export type ReplaceableSection = 'interaction_style' | 'tool_call_style' | 'execution_bias';

/** What a family of models needs to be told: the seed's "provider contributions". Blank texts say nothing. */
export interface PromptContribution {
  /** Whether it is for this model. */
  isFor(model: string): boolean;
  /** In place of sections of ours. */
  readonly sections?: Readonly<Partial<Record<ReplaceableSection, string>>>;
  /** Above the cache boundary: must not change from request to request. */
  readonly stablePrefix?: string;
  /** Below the cache boundary. */
  readonly dynamicSuffix?: string;
}

/** Marks a provider class as a PromptContribution. */
export const PromptContributor = DiscoveryService.createDecorator();
