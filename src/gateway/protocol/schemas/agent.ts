import { type Static, Type } from '@sinclair/typebox';
import { UsageSchema } from './chat.js';
import { AnyRecord, closedObject, Count, EpochMs, IdempotencyKey, named, NonEmptyString, nullable, oneOf, SessionKey } from './primitives.js';

/** The end of work that ran elsewhere, told to the agent with the message. Internal: for sub-agents and schedules. */
const InternalEventSchema = named(
  'InternalEvent',
  closedObject({
    type: Type.Literal('task_completion'),
    source: oneOf(['subagent', 'cron']),
    childSessionKey: NonEmptyString,
    taskLabel: NonEmptyString,
    status: oneOf(['ok', 'timeout', 'error', 'unknown']),
    statusLabel: NonEmptyString,
    result: Type.String(),
    replyInstruction: Type.Optional(Type.String()),
  }),
);
export type InternalEvent = Static<typeof InternalEventSchema>;

export const AgentParamsSchema = closedObject({
  message: NonEmptyString,
  idempotencyKey: IdempotencyKey,
  /** There is one agent, `main`. */
  agentId: Type.Optional(NonEmptyString),
  /** The session; `main` where neither this nor `sessionId` is given. */
  sessionKey: Type.Optional(SessionKey),
  /** Another name of sessionKey. */
  sessionId: Type.Optional(SessionKey),
  /** A model for this run alone; needs operator.admin. */
  model: Type.Optional(NonEmptyString),
  /** Seconds after which the run is aborted; 0 or absent: only by the server's own limits. */
  timeout: Type.Optional(Count),
  /** Send the answer to a channel too. */
  deliver: Type.Optional(Type.Boolean()),
  channel: Type.Optional(NonEmptyString),
  to: Type.Optional(NonEmptyString),
  internalEvents: Type.Optional(Type.Array(InternalEventSchema)),
});
export type AgentParams = Static<typeof AgentParamsSchema>;

/** The first response. */
export const AgentAcceptedSchema = named(
  'AgentAccepted',
  closedObject({ runId: NonEmptyString, status: oneOf(['accepted']), acceptedAt: EpochMs, sessionKey: NonEmptyString }),
);

/** The second response, under the same id. */
export const AgentFinalSchema = named(
  'AgentFinal',
  closedObject({
    runId: NonEmptyString,
    status: oneOf(['ok', 'aborted', 'error']),
    summary: Type.String(),
    result: Type.Optional(
      closedObject({
        payloads: Type.Array(closedObject({ text: Type.String(), mediaUrl: Type.Optional(nullable(NonEmptyString)) })),
        meta: closedObject({
          sessionId: NonEmptyString,
          /** How the run ended, as the session's log says it. */
          runStatus: NonEmptyString,
          aborted: Type.Boolean(),
          durationMs: Count,
          toolCalls: Count,
          usage: Type.Optional(UsageSchema),
        }),
      }),
    ),
  }),
);
export type AgentFinal = Static<typeof AgentFinalSchema>;

export const AgentResultSchema = Type.Union([AgentAcceptedSchema, AgentFinalSchema]);

export const AgentWaitParamsSchema = closedObject({
  runId: NonEmptyString,
  /** Milliseconds to wait; 30,000 unless given. */
  timeoutMs: Type.Optional(Count),
});
export const AgentWaitResultSchema = closedObject({
  runId: NonEmptyString,
  /** `timeout`: it still runs. */
  status: oneOf(['ok', 'aborted', 'error', 'timeout']),
  startedAt: Type.Optional(EpochMs),
  endedAt: Type.Optional(EpochMs),
  error: Type.Optional(Type.String()),
});
export type AgentWaitParams = Static<typeof AgentWaitParamsSchema>;
export type AgentWaitResult = Static<typeof AgentWaitResultSchema>;

export const AGENT_STREAMS = ['lifecycle', 'assistant', 'thinking', 'tool', 'search', 'usage', 'notice', 'checkpoint'] as const;

/** Everything that happens in a run. What `data` holds for each stream stands in docs/gateway.md. */
export const AgentEventSchema = closedObject({
  runId: NonEmptyString,
  sessionKey: NonEmptyString,
  /** The run's own count; where several were merged for a slow client, the last one's. */
  seq: Count,
  stream: oneOf(AGENT_STREAMS),
  ts: EpochMs,
  data: AnyRecord,
});
export type AgentEventPayload = Static<typeof AgentEventSchema>;
