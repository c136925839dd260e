import { Injectable } from '@nestjs/common';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** Where an answer goes, and how to write to somebody else. */
@PromptSectionProvider()
@Injectable()
export class MessagingSection implements PromptSection {
  readonly name = 'Messaging';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.messaging;
  readonly modes = ['full'] as const;

  render(context: PromptContext): Promise<string | undefined> {
    return Promise.resolve(context.tools.has('send_message') ? TEXT : undefined);
  }
}

const TEXT = `## Messaging
Your answer goes by itself to the chat that the message came from. \`send_message\` is for other chats, and for files. Where it has sent all that the person is to see, answer NO_REPLY, so that nothing is said twice.`;
