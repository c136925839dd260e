import { Injectable } from '@nestjs/common';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** When to look into memory. */
@PromptSectionProvider()
@Injectable()
export class MemoryRecallSection implements PromptSection {
  readonly name = 'Memory Recall';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.memoryRecall;
  readonly modes = ['full'] as const;

  render(context: PromptContext): Promise<string | undefined> {
    if (!context.tools.has('memory_search')) return Promise.resolve(undefined);
    const read = context.tools.has('memory_get') ? ' Then read just what you need with `memory_get`.' : '';
    return Promise.resolve(`## Memory Recall\nBefore you answer anything about earlier work, decisions, dates, people, preferences or things to do, look with \`memory_search\`.${read} Where you find nothing, say that you looked.`);
  }
}
