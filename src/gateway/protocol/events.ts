import type { Static } from '@sinclair/typebox';
import { event, type EventTable } from './method.js';
import { AgentEventSchema } from './schemas/agent.js';
import { ChatEventSchema } from './schemas/chat.js';
import { ConnectChallengeEventSchema, PresenceEventSchema, ShutdownEventSchema, TickEventSchema } from './schemas/connect.js';
import { CronEventSchema } from './schemas/cron.js';
import { HealthSummarySchema } from './schemas/health.js';
import { NodeInvokeRequestEventSchema, NodePairRequestedEventSchema, NodePairResolvedEventSchema } from './schemas/nodes.js';
import { ExecApprovalRequestedEventSchema, ExecApprovalResolvedEventSchema } from './schemas/system.js';

/** Every event, and who is sent it. All carry `seq` but the two that are meant for one connection. */
export const events = {
  'connect.challenge': event('targeted', 'Sent at once on every socket. Nothing needs to be done with it.', ConnectChallengeEventSchema),
  tick: event('everyone', 'The connection is alive; sent every policy.tickIntervalMs.', TickEventSchema),
  health: event('everyone', 'The server looked after itself, once a minute.', HealthSummarySchema),
  shutdown: event('everyone', 'The server is about to stop.', ShutdownEventSchema),
  presence: event('operator.read', 'Who is connected, whenever that changes.', PresenceEventSchema),
  agent: event('operator.read', 'Everything that happens in a run.', AgentEventSchema),
  chat: event('operator.read', "A run's answer as it grows, and its end.", ChatEventSchema),
  cron: event('operator.read', 'A job was changed, began or ended.', CronEventSchema),
  'exec.approval.requested': event('operator.approvals', 'A tool call waits for a decision.', ExecApprovalRequestedEventSchema),
  'exec.approval.resolved': event('operator.approvals', 'It was decided, or nobody decided in time.', ExecApprovalResolvedEventSchema),
  'node.pair.requested': event('operator.pairing', 'A node asks to be paired.', NodePairRequestedEventSchema),
  'node.pair.resolved': event('operator.pairing', 'It was decided.', NodePairResolvedEventSchema),
  'node.invoke.request': event('targeted', 'Asks the node that it is sent to; it answers with node.invoke.result.', NodeInvokeRequestEventSchema),
} as const satisfies EventTable;

export type GatewayEvents = typeof events;
export type EventName = keyof GatewayEvents;
export type EventPayload<E extends EventName> = Static<GatewayEvents[E]['payload']>;
