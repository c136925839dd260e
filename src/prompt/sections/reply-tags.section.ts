import { Injectable } from '@nestjs/common';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** How an answer says which message it replies to, where the channel can show that. */
@PromptSectionProvider()
@Injectable()
export class ReplyTagsSection implements PromptSection {
  readonly name = 'Reply Tags';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.replyTags;
  readonly modes = ['full'] as const;

  render(context: PromptContext): Promise<string | undefined> {
    return Promise.resolve(context.channel?.hasReplyTags === true ? TEXT : undefined);
  }
}

const TEXT = `## Reply Tags
To reply to a certain message, begin \`response\` with a tag: \`[[reply_to_current]]\` for the message you answer, \`[[reply_to:<id>]]\` for another whose id you were given. The tag is taken off before the text is sent.`;
