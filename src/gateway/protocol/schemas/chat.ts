import { type Static, Type } from '@sinclair/typebox';
import { AnyRecord, closedObject, Count, EpochMs, IdempotencyKey, named, NonEmptyString, oneOf, SessionKey } from './primitives.js';

const TextPartSchema = named('TextPart', closedObject({ type: Type.Literal('text'), text: Type.String() }));

/** A tool call of the step that a message belongs to. */
const ShownToolCallSchema = named(
  'ShownToolCall',
  closedObject({
    id: Type.String(),
    name: Type.String(),
    args: AnyRecord,
    /** What the model read; absent where the run was cut before. */
    result: Type.Optional(Type.String()),
  }),
);

/** A message as people read it: the answer's text, not the JSON around it. */
export const ChatMessageSchema = named(
  'ChatMessage',
  closedObject({
    role: oneOf(['user', 'assistant']),
    content: Type.Array(TextPartSchema),
    timestamp: Type.Optional(EpochMs),
    toolCalls: Type.Optional(Type.Array(ShownToolCallSchema)),
    /** Something was left out because it was too long. */
    truncated: Type.Optional(Type.Boolean()),
  }),
);
export type ChatMessage = Static<typeof ChatMessageSchema>;

export const UsageSchema = named(
  'TokenUsage',
  closedObject({ inputTokens: Count, outputTokens: Count, cacheReadTokens: Count }),
);
export type Usage = Static<typeof UsageSchema>;

export const ChatHistoryParamsSchema = closedObject({
  sessionKey: SessionKey,
  /** Newest messages; 200 unless given. */
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  /** Characters of one text; 12,000 unless given. */
  maxChars: Type.Optional(Type.Integer({ minimum: 1, maximum: 500_000 })),
});
export const ChatHistoryResultSchema = closedObject({
  sessionKey: NonEmptyString,
  sessionId: NonEmptyString,
  /** Oldest first. */
  messages: Type.Array(ChatMessageSchema),
  /** What runs in the session now. */
  activeRunIds: Type.Array(NonEmptyString),
});
export type ChatHistoryParams = Static<typeof ChatHistoryParamsSchema>;
export type ChatHistoryResult = Static<typeof ChatHistoryResultSchema>;

export const ChatSendParamsSchema = closedObject({
  sessionKey: SessionKey,
  message: NonEmptyString,
  idempotencyKey: IdempotencyKey,
  /** The run is aborted after so many milliseconds; 0 or absent: only by the server's own limits. */
  timeoutMs: Type.Optional(Count),
});
export const ChatSendResultSchema = closedObject({
  runId: NonEmptyString,
  /** `started`, or what became of the run where the key was used before. */
  status: oneOf(['started', 'in_flight', 'ok', 'aborted', 'error']),
  error: Type.Optional(Type.String()),
});
export type ChatSendParams = Static<typeof ChatSendParamsSchema>;
export type ChatSendResult = Static<typeof ChatSendResultSchema>;

/** By run, by session, or by both. */
export const ChatAbortParamsSchema = closedObject({
  sessionKey: Type.Optional(SessionKey),
  runId: Type.Optional(NonEmptyString),
});
export const ChatAbortResultSchema = closedObject({
  ok: Type.Boolean(),
  /** False where nothing ran. */
  aborted: Type.Boolean(),
  runIds: Type.Array(NonEmptyString),
});
export type ChatAbortParams = Static<typeof ChatAbortParamsSchema>;

export const ChatEventSchema = closedObject({
  runId: NonEmptyString,
  sessionKey: NonEmptyString,
  /** Grows within the run; not contiguous. */
  seq: Count,
  /** The last three end the run's events. `activity`: Jarvis is typing; told again every few seconds, with no text. */
  state: oneOf(['delta', 'activity', 'final', 'aborted', 'error']),
  /** The whole text so far. */
  message: Type.Optional(ChatMessageSchema),
  errorMessage: Type.Optional(Type.String()),
  usage: Type.Optional(UsageSchema),
  stopReason: Type.Optional(Type.String()),
});
export type ChatEvent = Static<typeof ChatEventSchema>;
