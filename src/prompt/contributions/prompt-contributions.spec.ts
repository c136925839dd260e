import type { DiscoveryService } from '@nestjs/core';
import type { PromptContext } from '../prompt-section.js';
import type { PromptContribution } from './prompt-contribution.js';
import { PromptContributions } from './prompt-contributions.js';

function contributions(...given: PromptContribution[]): PromptContributions {
  const made = new PromptContributions({ getProviders: () => given.map((instance) => ({ instance })) } as unknown as DiscoveryService);
  made.onApplicationBootstrap();
  return made;
}

const context = { model: 'vendor/large' } as PromptContext;
const forVendor = (model: string): boolean => model.startsWith('vendor/');

describe('PromptContributions', () => {
  test('are those for the model, normalised', () => {
    const found = contributions(
      { isFor: forVendor, stablePrefix: ' Think first. \r\nThen act.\t\r\n', sections: { execution_bias: '## Bias\nNow.' } },
      { isFor: (model) => !forVendor(model), stablePrefix: 'Not for this one.', sections: { tool_call_style: 'x' } },
      { isFor: forVendor, stablePrefix: 'More.', dynamicSuffix: 'Last.' },
    );
    expect(found.stablePrefix(context)).toBe('Think first.\nThen act.\n\nMore.');
    expect(found.dynamicSuffix(context)).toBe('Last.');
    expect(found.replacement('execution_bias', context)).toBe('## Bias\nNow.');
    expect(found.replacement('tool_call_style', context)).toBeUndefined();
  });

  test('blank ones say nothing', () => {
    const found = contributions({ isFor: () => true, stablePrefix: ' \n', dynamicSuffix: '', sections: { interaction_style: '\t' } });
    expect([found.stablePrefix(context), found.dynamicSuffix(context), found.replacement('interaction_style', context)]).toEqual([undefined, undefined, undefined]);
  });
});
