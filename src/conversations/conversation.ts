import { parseFinalAnswer } from '../agent/loop/final-answer.js';
import type { AnswerSource } from '../prompt/answer-reviewer.js';
import type { AnswerCitation } from '../prompt/turn-context.js';
import type { SessionTranscript } from '../sessions/session.js';

/** A conversation in a list. */
export interface Conversation {
  readonly id: string;
  readonly title: string;
  /** The model that its next turn asks unless that names another. */
  readonly model: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** What a person said or was answered. */
export interface ConversationMessage {
  /** Its place in the conversation, ascending; never given to another message of it. */
  readonly id: number;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Present on an answer that rests on a search. */
  readonly sources?: readonly AnswerSource[];
  /** Present on an answer that cites documents. */
  readonly citations?: readonly AnswerCitation[];
}

/** What people said to each other in a session: questions and answers as text, without prompts, tool calls and the server's own words. */
export function messagesOf({ messages, metadata }: SessionTranscript): ConversationMessage[] {
  let createdAt = metadata.createdAt;
  return messages.flatMap((message, index): ConversationMessage[] => {
    const { at = createdAt, kind, sources, citations } = metadata.annotations?.[String(index)] ?? {};
    createdAt = at;
    if (kind !== undefined) return [];
    const id = index + 1;
    if (message.role === 'user') return [{ id, role: 'user', content: message.content, createdAt }];
    if (message.role !== 'assistant' || (message.tool_calls ?? []).length > 0) return [];
    const content = answerText(message.content ?? '');
    return [{ id, role: 'assistant', content, createdAt, ...(sources === undefined ? {} : { sources }), ...(citations === undefined ? {} : { citations }) }];
  });
}

/** The text of an answer in the JSON contract; what is none is text as it stands. */
function answerText(content: string): string {
  const parsed = content.trimStart().startsWith('{') ? parseFinalAnswer(content) : undefined;
  return parsed?.ok === true ? parsed.answer.response : content;
}
