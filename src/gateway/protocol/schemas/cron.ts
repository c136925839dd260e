import { type Static, Type } from '@sinclair/typebox';
import { closedObject, Count, EpochMs, named, NonEmptyString, nullable, oneOf } from './primitives.js';

const Limit = Type.Integer({ minimum: 1, maximum: 200 });
const SortDirection = oneOf(['asc', 'desc']);

/**
 * When: once; every so many milliseconds counted from `anchorMs` (the moment it was made unless given); or by a cron expression of five or six
 * fields on the clocks of `tz` (the host's zone unless given).
 */
export const CronScheduleSchema = named(
  'CronSchedule',
  Type.Union([
    closedObject({ kind: Type.Literal('at'), at: NonEmptyString }),
    closedObject({ kind: Type.Literal('every'), everyMs: Type.Integer({ minimum: 1000 }), anchorMs: Type.Optional(EpochMs) }),
    closedObject({ kind: Type.Literal('cron'), expr: NonEmptyString, tz: Type.Optional(NonEmptyString) }),
  ]),
);

/** What: a turn of the agent, or a text that wakes it in the session `main`. */
export const CronPayloadSchema = named(
  'CronPayload',
  Type.Union([
    closedObject({ kind: Type.Literal('systemEvent'), text: NonEmptyString }),
    closedObject({
      kind: Type.Literal('agentTurn'),
      message: NonEmptyString,
      model: Type.Optional(NonEmptyString),
      timeoutSeconds: Type.Optional(Count),
    }),
  ]),
);

/** `main`, `isolated` (a session for each run), or `session:<id>`. */
const SessionTarget = Type.String({ pattern: '^(main|isolated|session:.+)$' });
const WakeMode = oneOf(['now', 'next-heartbeat']);
const RunStatus = oneOf(['ok', 'error', 'skipped', 'missed', 'interrupted']);

export const CronJobSchema = named(
  'CronJob',
  closedObject({
    id: NonEmptyString,
    name: NonEmptyString,
    description: Type.Optional(Type.String()),
    enabled: Type.Boolean(),
    createdAtMs: EpochMs,
    updatedAtMs: EpochMs,
    schedule: CronScheduleSchema,
    sessionTarget: SessionTarget,
    wakeMode: WakeMode,
    payload: CronPayloadSchema,
    /** Where the answer goes beside its session: `telegram:12345`. */
    deliverTo: Type.Optional(NonEmptyString),
    deleteAfterRun: Type.Optional(Type.Boolean()),
    state: named(
      'CronJobState',
      closedObject({
        nextRunAtMs: Type.Optional(EpochMs),
        runningAtMs: Type.Optional(EpochMs),
        lastRunAtMs: Type.Optional(EpochMs),
        lastRunStatus: Type.Optional(RunStatus),
        lastError: Type.Optional(Type.String()),
        lastDurationMs: Type.Optional(Count),
        consecutiveErrors: Type.Optional(Count),
      }),
    ),
  }),
);
export type CronJob = Static<typeof CronJobSchema>;

const runFields = {
  ts: EpochMs,
  jobId: NonEmptyString,
  runId: NonEmptyString,
  jobName: Type.Optional(NonEmptyString),
  status: Type.Optional(RunStatus),
  error: Type.Optional(Type.String()),
  summary: Type.Optional(Type.String()),
  sessionKey: Type.Optional(NonEmptyString),
  runAtMs: Type.Optional(EpochMs),
  durationMs: Type.Optional(Count),
  nextRunAtMs: Type.Optional(EpochMs),
};

export const CronRunEntrySchema = named('CronRunEntry', closedObject({ action: oneOf(['finished']), ...runFields }));
export type CronRunEntry = Static<typeof CronRunEntrySchema>;

export const CronListParamsSchema = closedObject({
  includeDisabled: Type.Optional(Type.Boolean()),
  enabled: Type.Optional(oneOf(['all', 'enabled', 'disabled'])),
  limit: Type.Optional(Limit),
  offset: Type.Optional(Count),
  query: Type.Optional(Type.String()),
  sortBy: Type.Optional(oneOf(['nextRunAtMs', 'updatedAtMs', 'name'])),
  sortDir: Type.Optional(SortDirection),
});
export type CronListParams = Static<typeof CronListParamsSchema>;

const page = { total: Count, offset: Count, limit: Count, hasMore: Type.Boolean(), nextOffset: nullable(Count) };

export const CronListResultSchema = closedObject({ jobs: Type.Array(CronJobSchema), ...page });
export type CronListResult = Static<typeof CronListResultSchema>;

export const CronStatusResultSchema = closedObject({
  jobs: Count,
  enabledJobs: Count,
  runningJobs: Count,
  nextRunAtMs: nullable(EpochMs),
});

export const CronAddParamsSchema = closedObject({
  name: NonEmptyString,
  description: Type.Optional(Type.String()),
  enabled: Type.Optional(Type.Boolean()),
  schedule: CronScheduleSchema,
  sessionTarget: Type.Optional(SessionTarget),
  wakeMode: Type.Optional(WakeMode),
  payload: CronPayloadSchema,
  deliverTo: Type.Optional(NonEmptyString),
  /** A job that runs once is removed after it ran well. */
  deleteAfterRun: Type.Optional(Type.Boolean()),
});
export type CronAddParams = Static<typeof CronAddParamsSchema>;

/** One of the two names the job. */
const jobReference = { id: Type.Optional(NonEmptyString), jobId: Type.Optional(NonEmptyString) };

export const CronUpdateParamsSchema = closedObject({
  ...jobReference,
  patch: closedObject({
    name: Type.Optional(NonEmptyString),
    description: Type.Optional(Type.String()),
    enabled: Type.Optional(Type.Boolean()),
    schedule: Type.Optional(CronScheduleSchema),
    sessionTarget: Type.Optional(SessionTarget),
    wakeMode: Type.Optional(WakeMode),
    payload: Type.Optional(CronPayloadSchema),
    deliverTo: Type.Optional(NonEmptyString),
    deleteAfterRun: Type.Optional(Type.Boolean()),
  }),
});
export const CronRemoveParamsSchema = closedObject(jobReference);
export const CronRemoveResultSchema = closedObject({ ok: Type.Boolean(), removed: Type.Boolean() });

export const CronRunParamsSchema = closedObject({
  ...jobReference,
  /** `due`: only if its time has come. `force` unless given. */
  mode: Type.Optional(oneOf(['due', 'force'])),
});
export const CronRunResultSchema = closedObject({
  ok: Type.Boolean(),
  enqueued: Type.Optional(Type.Boolean()),
  runId: Type.Optional(NonEmptyString),
  ran: Type.Optional(Type.Boolean()),
  reason: Type.Optional(oneOf(['already-running', 'not-due'])),
});

export const CronRunsParamsSchema = closedObject({
  ...jobReference,
  limit: Type.Optional(Limit),
  offset: Type.Optional(Count),
  status: Type.Optional(oneOf(['all', 'ok', 'error', 'skipped', 'missed', 'interrupted'])),
  query: Type.Optional(Type.String()),
  sortDir: Type.Optional(SortDirection),
});
export type CronRunsParams = Static<typeof CronRunsParamsSchema>;
export const CronRunsResultSchema = closedObject({ entries: Type.Array(CronRunEntrySchema), ...page });

export const CronEventSchema = closedObject({
  action: oneOf(['added', 'updated', 'removed', 'started', 'finished']),
  ...runFields,
  runId: Type.Optional(NonEmptyString),
});
export type CronEvent = Static<typeof CronEventSchema>;
