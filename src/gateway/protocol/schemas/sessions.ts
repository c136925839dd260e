import { type Static, Type } from '@sinclair/typebox';
import { closedObject, Count, EpochMs, named, NonEmptyString, nullable, oneOf, SessionKey } from './primitives.js';

export const SessionRowSchema = named(
  'SessionRow',
  closedObject({
    key: NonEmptyString,
    sessionId: NonEmptyString,
    kind: oneOf(['direct']),
    /** The name that a person gave, else one that was derived. */
    displayName: Type.String(),
    updatedAt: EpochMs,
    status: oneOf(['running', 'done']),
  }),
);
export type SessionRow = Static<typeof SessionRowSchema>;

export const SessionsListParamsSchema = closedObject({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  /** `nextCursor` of the page before. */
  cursor: Type.Optional(NonEmptyString),
  search: Type.Optional(Type.String({ maxLength: 200 })),
  activeMinutes: Type.Optional(Type.Integer({ minimum: 1 })),
});
export const SessionsListResultSchema = closedObject({
  ts: EpochMs,
  /** Rows on this page. */
  count: Count,
  total: Count,
  defaults: closedObject({ model: NonEmptyString, contextTokens: nullable(Count) }),
  sessions: Type.Array(SessionRowSchema),
  nextCursor: Type.Optional(NonEmptyString),
});
export type SessionsListParams = Static<typeof SessionsListParamsSchema>;
export type SessionsListResult = Static<typeof SessionsListResultSchema>;

export const SessionsPatchParamsSchema = closedObject({
  key: SessionKey,
  /** The name that people see. */
  label: Type.String({ minLength: 1, maxLength: 200 }),
});
export const SessionsPatchResultSchema = closedObject({
  ok: Type.Boolean(),
  key: NonEmptyString,
  entry: closedObject({ sessionId: NonEmptyString, label: Type.String(), updatedAt: EpochMs }),
});

export const SessionsDeleteParamsSchema = closedObject({ key: SessionKey });
export const SessionsDeleteResultSchema = closedObject({ ok: Type.Boolean(), key: NonEmptyString, deleted: Type.Boolean() });
