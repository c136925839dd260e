import { type Static, Type } from '@sinclair/typebox';
import { closedObject, Count, EmptyParams, EpochMs, named, NonEmptyString, nullable } from './primitives.js';
import { SessionRowSchema } from './sessions.js';

/** Holds nothing of what was said: it is for everybody who is connected. */
export const HealthSummarySchema = named(
  'HealthSummary',
  closedObject({
    ok: Type.Boolean(),
    ts: EpochMs,
    durationMs: Count,
    version: NonEmptyString,
    uptimeMs: Count,
    channels: Type.Record(NonEmptyString, closedObject({ label: NonEmptyString, configured: Type.Boolean() })),
    channelOrder: Type.Array(NonEmptyString),
    /** 0: no heartbeat. */
    heartbeatSeconds: Count,
    defaultAgentId: NonEmptyString,
    agents: Type.Array(closedObject({ agentId: NonEmptyString, isDefault: Type.Boolean() })),
    sessions: closedObject({ count: Count }),
  }),
);
export type HealthSummary = Static<typeof HealthSummarySchema>;

export const HealthParamsSchema = closedObject({
  /** Look anew instead of answering with what is up to a minute old. */
  probe: Type.Optional(Type.Boolean()),
});

export const StatusParamsSchema = EmptyParams;
export const StatusResultSchema = closedObject({
  runtimeVersion: NonEmptyString,
  uptimeMs: Count,
  model: NonEmptyString,
  contextTokens: nullable(Count),
  channelSummary: Type.Array(Type.String()),
  queuedSystemEvents: Type.Array(Type.String()),
  runs: Type.Array(closedObject({ runId: NonEmptyString, sessionKey: NonEmptyString })),
  connections: closedObject({ operators: Count, nodes: Count }),
  sessions: closedObject({ count: Count, recent: Type.Array(SessionRowSchema) }),
});
export type StatusResult = Static<typeof StatusResultSchema>;
