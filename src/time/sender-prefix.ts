import { headerPart } from './header-part.js';

/** Who wrote a message of a chat. */
export interface Sender {
  chat: 'direct' | 'group';
  /** The person's name in the chat. */
  name?: string;
  /** Written from the account that Jarvis uses. */
  isSelf?: boolean;
}

/** The body with its author before it, where the envelope does not tell: `(self): ` for one's own message in a direct chat, `Alice: ` in a group. */
export function withSenderPrefix(body: string, { chat, name, isSelf }: Sender): string {
  if (chat === 'direct') return isSelf === true ? `(self): ${body}` : body;
  const sender = headerPart(name);
  return sender === '' ? body : `${sender}: ${body}`;
}
