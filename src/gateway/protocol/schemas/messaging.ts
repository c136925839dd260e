import { type Static, Type } from '@sinclair/typebox';
import { closedObject, IdempotencyKey, NonEmptyString } from './primitives.js';

/** Where a message goes. `channel` may be left out where exactly one is configured. */
const destination = {
  to: NonEmptyString,
  channel: Type.Optional(NonEmptyString),
  threadId: Type.Optional(NonEmptyString),
};

export const SendParamsSchema = closedObject({
  ...destination,
  message: NonEmptyString,
  idempotencyKey: IdempotencyKey,
});
export type SendParams = Static<typeof SendParamsSchema>;

export const SendResultSchema = closedObject({
  /** Names this delivery. */
  runId: NonEmptyString,
  messageId: NonEmptyString,
  channel: NonEmptyString,
});
export type SendResult = Static<typeof SendResultSchema>;

export const PollParamsSchema = closedObject({
  ...destination,
  question: NonEmptyString,
  options: Type.Array(NonEmptyString, { minItems: 2, maxItems: 12 }),
  maxSelections: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
  durationSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 604_800 })),
  isAnonymous: Type.Optional(Type.Boolean()),
  idempotencyKey: IdempotencyKey,
});
export type PollParams = Static<typeof PollParamsSchema>;

export const PollResultSchema = closedObject({
  runId: NonEmptyString,
  messageId: NonEmptyString,
  channel: NonEmptyString,
  pollId: Type.Optional(NonEmptyString),
});
export type PollResult = Static<typeof PollResultSchema>;
