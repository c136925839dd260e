import { type Static, Type } from '@sinclair/typebox';
import { closedObject, Count, named, NonEmptyString, oneOf } from './primitives.js';

/** Every code that an error can have. */
export const ERROR_CODES = [
  'NOT_LINKED',
  'NOT_PAIRED',
  'AGENT_TIMEOUT',
  'INVALID_REQUEST',
  'APPROVAL_NOT_FOUND',
  'UNAVAILABLE',
] as const;

export const ErrorCodeSchema = named('ErrorCode', oneOf(ERROR_CODES));
export type ErrorCode = Static<typeof ErrorCodeSchema>;

/** Why a request failed: `INVALID_REQUEST` is the caller's, `UNAVAILABLE` the server's. */
export const ErrorShapeSchema = named(
  'ErrorShape',
  closedObject({
    code: NonEmptyString,
    message: NonEmptyString,
    details: Type.Optional(Type.Unknown()),
    retryable: Type.Optional(Type.Boolean()),
    retryAfterMs: Type.Optional(Count),
  }),
);
export type ErrorShape = Static<typeof ErrorShapeSchema>;
