import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { PromptContext } from '../prompt-section.js';
import { PromptContributor, type PromptContribution, type ReplaceableSection } from './prompt-contribution.js';

/** The contributions that are for the model of a run. Where several are, all prefixes and suffixes stand, and the first replacement. */
@Injectable()
export class PromptContributions implements OnApplicationBootstrap {
  private contributions: readonly PromptContribution[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    this.contributions = this.discovery.getProviders({ metadataKey: PromptContributor.KEY }).map((wrapper) => wrapper.instance as PromptContribution);
  }

  /** What stands in place of a section of ours; undefined where ours stands. */
  replacement(section: ReplaceableSection, context: PromptContext): string | undefined {
    return this.texts(context, ({ sections }) => sections?.[section])[0];
  }

  stablePrefix(context: PromptContext): string | undefined {
    return joined(this.texts(context, ({ stablePrefix }) => stablePrefix));
  }

  dynamicSuffix(context: PromptContext): string | undefined {
    return joined(this.texts(context, ({ dynamicSuffix }) => dynamicSuffix));
  }

  private texts({ model }: PromptContext, pick: (contribution: PromptContribution) => string | undefined): string[] {
    return this.contributions.filter((contribution) => contribution.isFor(model)).flatMap((contribution) => normalised(pick(contribution)));
  }
}

/** One form of line end and no blanks at ends, so that the same text is the same bytes; nothing where it is blank. */
function normalised(text: string | undefined): string[] {
  const clean = (text ?? '').replace(/\r\n?/g, '\n').replace(/[ \t]+$/gm, '').trim();
  return clean === '' ? [] : [clean];
}

function joined(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.join('\n\n');
}
