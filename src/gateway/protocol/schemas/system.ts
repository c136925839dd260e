import { type Static, Type } from '@sinclair/typebox';
import { closedObject, Count, named, NonEmptyString, oneOf } from './primitives.js';

export const OkResultSchema = closedObject({ ok: Type.Boolean() });

export const LogsTailParamsSchema = closedObject({
  /** `cursor` of the answer before: only what was written since. */
  cursor: Type.Optional(Count),
  /** Lines; 500 unless given. */
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000 })),
  /** Bytes; 250,000 unless given. */
  maxBytes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
});
export const LogsTailResultSchema = closedObject({
  file: NonEmptyString,
  cursor: Count,
  size: Count,
  lines: Type.Array(Type.String()),
  /** Older lines were left out. */
  truncated: Type.Optional(Type.Boolean()),
  /** The file was begun anew, or too much was written since: the lines do not follow on what was read before. */
  reset: Type.Optional(Type.Boolean()),
});
export type LogsTailParams = Static<typeof LogsTailParamsSchema>;
export type LogsTailResult = Static<typeof LogsTailResultSchema>;

/** What the agent is told when it wakes. */
const EventText = Type.String({ minLength: 1, maxLength: 10_000 });

export const SystemEventParamsSchema = closedObject({
  text: EventText,
  deviceId: Type.Optional(NonEmptyString),
  instanceId: Type.Optional(NonEmptyString),
  host: Type.Optional(NonEmptyString),
  ip: Type.Optional(NonEmptyString),
  mode: Type.Optional(NonEmptyString),
  version: Type.Optional(NonEmptyString),
  platform: Type.Optional(NonEmptyString),
  deviceFamily: Type.Optional(NonEmptyString),
  modelIdentifier: Type.Optional(NonEmptyString),
  lastInputSeconds: Type.Optional(Count),
  reason: Type.Optional(NonEmptyString),
  roles: Type.Optional(Type.Array(NonEmptyString)),
  scopes: Type.Optional(Type.Array(NonEmptyString)),
  tags: Type.Optional(Type.Array(NonEmptyString)),
});
export type SystemEventParams = Static<typeof SystemEventParamsSchema>;

export const WakeParamsSchema = closedObject({
  /** `now` starts a run in the session `main`; `next-heartbeat` keeps the text until the next wake. */
  mode: oneOf(['now', 'next-heartbeat']),
  text: EventText,
});
export type WakeParams = Static<typeof WakeParamsSchema>;

export const ApprovalDecisionSchema = oneOf(['allow-once', 'allow-always', 'deny']);

/** A tool call that waits for the owner. */
export const PendingApprovalSchema = named(
  'PendingApproval',
  closedObject({
    id: NonEmptyString,
    sessionKey: NonEmptyString,
    runId: NonEmptyString,
    tool: NonEmptyString,
    /** Exactly what would run. */
    command: Type.String(),
    /** The same with invisible characters escaped: show this. */
    display: Type.String(),
    directory: Type.String(),
    /** ISO 8601. */
    requestedAt: NonEmptyString,
    expiresAt: NonEmptyString,
  }),
);

export const ExecApprovalListResultSchema = closedObject({ pending: Type.Array(PendingApprovalSchema) });
export const ExecApprovalResolveParamsSchema = closedObject({ id: NonEmptyString, decision: ApprovalDecisionSchema });

export const ExecApprovalRequestedEventSchema = PendingApprovalSchema;
export const ExecApprovalResolvedEventSchema = closedObject({
  id: NonEmptyString,
  sessionKey: NonEmptyString,
  runId: NonEmptyString,
  decision: oneOf(['allow-once', 'allow-always', 'deny', 'expired', 'aborted']),
});
