import type { Static } from '@sinclair/typebox';
import { method, type MethodTable } from './method.js';
import * as agent from './schemas/agent.js';
import * as chat from './schemas/chat.js';
import * as cron from './schemas/cron.js';
import * as health from './schemas/health.js';
import * as messaging from './schemas/messaging.js';
import * as nodes from './schemas/nodes.js';
import * as sessions from './schemas/sessions.js';
import * as system from './schemas/system.js';

/**
 * Every method that can be called after the handshake: the one list from which discovery, validation, scopes, the generated
 * models and the table in docs/gateway.md come. A handler for each stands in ../methods/.
 */
export const methods = {
  health: method({
    description: 'Whether the server is well, as known within the last minute.',
    params: health.HealthParamsSchema,
    result: health.HealthSummarySchema,
    scope: 'none',
    roles: ['operator', 'node'],
  }),
  status: method({
    description: 'What the server is doing: runs, sessions, connections, queued events.',
    params: health.StatusParamsSchema,
    result: health.StatusResultSchema,
    scope: 'operator.read',
  }),
  'logs.tail': method({
    description: "The end of the server's log, then what was added since.",
    params: system.LogsTailParamsSchema,
    result: system.LogsTailResultSchema,
    scope: 'operator.read',
  }),
  send: method({
    description: 'Sends a message to a channel.',
    params: messaging.SendParamsSchema,
    result: messaging.SendResultSchema,
    scope: 'operator.write',
  }),
  poll: method({
    description: 'Sends a poll to a channel.',
    params: messaging.PollParamsSchema,
    result: messaging.PollResultSchema,
    scope: 'operator.write',
  }),
  agent: method({
    description: 'Runs the agent: answers `accepted` at once, and the final result under the same id when the run has ended.',
    params: agent.AgentParamsSchema,
    result: agent.AgentResultSchema,
    scope: 'operator.write',
  }),
  'agent.wait': method({
    description: 'Waits for the end of a run.',
    params: agent.AgentWaitParamsSchema,
    result: agent.AgentWaitResultSchema,
    scope: 'operator.write',
  }),
  'chat.history': method({
    description: "A session's messages as people read them.",
    params: chat.ChatHistoryParamsSchema,
    result: chat.ChatHistoryResultSchema,
    scope: 'operator.read',
  }),
  'chat.send': method({
    description: 'Sends a message to a session; the answer comes as `chat` and `agent` events.',
    params: chat.ChatSendParamsSchema,
    result: chat.ChatSendResultSchema,
    scope: 'operator.write',
  }),
  'chat.abort': method({
    description: 'Stops a run, or everything that runs in a session, with the processes of its tools.',
    params: chat.ChatAbortParamsSchema,
    result: chat.ChatAbortResultSchema,
    scope: 'operator.write',
  }),
  'sessions.list': method({
    description: 'Sessions, newest first.',
    params: sessions.SessionsListParamsSchema,
    result: sessions.SessionsListResultSchema,
    scope: 'operator.read',
  }),
  'sessions.patch': method({
    description: 'Gives a session a name.',
    params: sessions.SessionsPatchParamsSchema,
    result: sessions.SessionsPatchResultSchema,
    scope: 'operator.admin',
  }),
  'sessions.delete': method({
    description: 'Deletes a session: conversation, log and kept tool results.',
    params: sessions.SessionsDeleteParamsSchema,
    result: sessions.SessionsDeleteResultSchema,
    scope: 'operator.admin',
  }),
  'system-event': method({
    description: 'Tells what happens on a device: updates presence and queues the text for the agent.',
    params: system.SystemEventParamsSchema,
    result: system.OkResultSchema,
    scope: 'operator.admin',
  }),
  wake: method({
    description: 'Wakes the agent in the session `main` with a text, now or at the next wake.',
    params: system.WakeParamsSchema,
    result: system.OkResultSchema,
    scope: 'operator.write',
  }),
  'cron.list': method({
    description: 'Scheduled jobs.',
    params: cron.CronListParamsSchema,
    result: cron.CronListResultSchema,
    scope: 'operator.read',
  }),
  'cron.status': method({
    description: 'How many jobs there are and when the next one runs.',
    result: cron.CronStatusResultSchema,
    scope: 'operator.read',
  }),
  'cron.add': method({
    description: 'Makes a job.',
    params: cron.CronAddParamsSchema,
    result: cron.CronJobSchema,
    scope: 'operator.admin',
  }),
  'cron.update': method({
    description: 'Changes a job.',
    params: cron.CronUpdateParamsSchema,
    result: cron.CronJobSchema,
    scope: 'operator.admin',
  }),
  'cron.remove': method({
    description: 'Removes a job; its runs stay listed.',
    params: cron.CronRemoveParamsSchema,
    result: cron.CronRemoveResultSchema,
    scope: 'operator.admin',
  }),
  'cron.run': method({
    description: 'Runs a job now, in the background.',
    params: cron.CronRunParamsSchema,
    result: cron.CronRunResultSchema,
    scope: 'operator.admin',
  }),
  'cron.runs': method({
    description: 'The runs of jobs and how they ended, newest first.',
    params: cron.CronRunsParamsSchema,
    result: cron.CronRunsResultSchema,
    scope: 'operator.read',
  }),
  'exec.approval.list': method({
    description: 'Tool calls that wait for a decision.',
    result: system.ExecApprovalListResultSchema,
    scope: 'operator.approvals',
  }),
  'exec.approval.resolve': method({
    description: 'Decides on a tool call that waits.',
    params: system.ExecApprovalResolveParamsSchema,
    result: system.OkResultSchema,
    scope: 'operator.approvals',
  }),
  'node.list': method({
    description: 'Nodes that are paired or connected.',
    result: nodes.NodeListResultSchema,
    scope: 'operator.read',
  }),
  'node.invoke': method({
    description: 'Asks a paired, connected node to do something and waits for its answer.',
    params: nodes.NodeInvokeParamsSchema,
    result: nodes.NodeInvokeResultSchema,
    scope: 'operator.write',
  }),
  'node.invoke.result': method({
    description: "A node's answer to `node.invoke.request`.",
    params: nodes.NodeInvokeResultParamsSchema,
    result: nodes.NodeInvokeResultResultSchema,
    scope: 'none',
    roles: ['node'],
  }),
  'node.pair.request': method({
    description: 'Asks that a node be paired. A node may ask for itself.',
    params: nodes.NodePairRequestParamsSchema,
    result: nodes.NodePairRequestResultSchema,
    scope: 'operator.pairing',
    roles: ['operator', 'node'],
  }),
  'node.pair.list': method({
    description: 'Nodes that wait to be paired, and those that are.',
    result: nodes.NodePairListResultSchema,
    scope: 'operator.pairing',
  }),
  'node.pair.approve': method({
    description: 'Pairs a node and gives out its token, this once.',
    params: nodes.NodePairApproveParamsSchema,
    result: nodes.NodePairApproveResultSchema,
    scope: 'operator.pairing',
  }),
  'node.pair.reject': method({
    description: 'Refuses to pair a node.',
    params: nodes.NodePairRejectParamsSchema,
    result: nodes.NodePairRejectResultSchema,
    scope: 'operator.pairing',
  }),
  'node.pair.verify': method({
    description: 'Whether a token is that of a paired node.',
    params: nodes.NodePairVerifyParamsSchema,
    result: nodes.NodePairVerifyResultSchema,
    scope: 'operator.pairing',
  }),
} as const satisfies MethodTable;

export type GatewayMethods = typeof methods;
export type MethodName = keyof GatewayMethods;
export type Params<M extends MethodName> = Static<GatewayMethods[M]['params']>;
export type Result<M extends MethodName> = Static<GatewayMethods[M]['result']>;
