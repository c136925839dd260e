import { Injectable } from '@nestjs/common';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** How to say nothing, where an answer would otherwise be sent to somebody. */
@PromptSectionProvider()
@Injectable()
export class SilentRepliesSection implements PromptSection {
  readonly name = 'Silent Replies';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.silentReplies;
  readonly modes = ['full'] as const;

  render(context: PromptContext): Promise<string | undefined> {
    const isSent = context.channel !== undefined || context.tools.has('send_message');
    return Promise.resolve(isSent ? TEXT : undefined);
  }
}

const TEXT = `## Silent Replies
Where nothing needs to be said, \`response\` is exactly NO_REPLY and nothing is sent. It is the whole of \`response\` or none of it: never add it to a real answer, and never answer with it somebody who waits for one.`;
