import { headAtCodePoint } from '../common/text.js';
import { MAX_ROW_TEXT_LENGTH } from './limits.js';
import type { SessionRow, StoredConversation, StoredMessage, StoredMetadata } from './session-store.js';

/** What the list shows of a conversation. */
export function rowOf(id: string, { metadata, messages }: StoredConversation): SessionRow {
  const { createdAt, updatedAt, name, owner, model } = metadata;
  const first = messages.find((message, index) => isPersons(message, metadata, index));
  return {
    id,
    createdAt,
    updatedAt,
    ...(name === undefined ? {} : { name }),
    ...(owner === undefined ? {} : { owner }),
    ...(typeof model === 'string' ? { model } : {}),
    ...(first ? { firstUserText: startOf(first) } : {}),
  };
}

/** Whether a person wrote it: not so the server's own words, which are marked as a kind. */
export function isPersons(message: StoredMessage, metadata: Readonly<StoredMetadata>, index: number): boolean {
  const annotation = metadata.annotations?.[String(index)];
  return message.role === 'user' && !(annotation && 'kind' in annotation);
}

/** The start of a message's text; content may be a string or a list of parts. */
function startOf(message: StoredMessage): string {
  const content: unknown = 'content' in message ? message.content : undefined;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  const texts = parts.flatMap((part) => {
    const text: unknown = typeof part === 'object' && part !== null && 'text' in part ? part.text : part;
    return typeof text === 'string' ? [text] : [];
  });
  return headAtCodePoint(texts.join(' ').trimStart(), MAX_ROW_TEXT_LENGTH);
}
