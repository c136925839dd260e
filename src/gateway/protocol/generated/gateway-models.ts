// Generated from src/gateway/protocol/ by `npm run protocol:gen:ts`. Do not edit.

export const GATEWAY_PROTOCOL_VERSION = 3;

export interface RequestFrame {
  type: 'req';
  id: string;
  method: string;
  params?: unknown;
}

export interface ResponseFrame {
  type: 'res';
  id: string;
  ok: boolean;
  payload?: unknown;
  error?: ErrorShape;
}

export interface EventFrame {
  type: 'event';
  event: string;
  payload?: unknown;
  seq?: number;
  stateVersion?: StateVersion;
}

export type GatewayFrame = RequestFrame | ResponseFrame | EventFrame;

export type ErrorCode = 'NOT_LINKED' | 'NOT_PAIRED' | 'AGENT_TIMEOUT' | 'INVALID_REQUEST' | 'APPROVAL_NOT_FOUND' | 'UNAVAILABLE';

export interface ErrorShape {
  code: string;
  message: string;
  details?: unknown;
  retryable?: boolean;
  retryAfterMs?: number;
}

export interface ConnectParams {
  minProtocol: number;
  maxProtocol: number;
  client: ClientInfo;
  caps?: Array<string>;
  commands?: Array<string>;
  permissions?: Record<string, boolean>;
  pathEnv?: string;
  role?: string;
  scopes?: Array<string>;
  device?: DeviceIdentity;
  auth?: ConnectAuth;
  locale?: string;
  userAgent?: string;
  resume?: ResumeRequest;
}

export type ConnectResult = HelloOk;

export interface HealthParams {
  probe?: boolean;
}

export type HealthResult = HealthSummary;

export type StatusParams = Record<string, never>;

export interface StatusResult {
  runtimeVersion: string;
  uptimeMs: number;
  model: string;
  contextTokens: number | null;
  channelSummary: Array<string>;
  queuedSystemEvents: Array<string>;
  runs: Array<{
    runId: string;
    sessionKey: string;
  }>;
  connections: {
    operators: number;
    nodes: number;
  };
  sessions: {
    count: number;
    recent: Array<SessionRow>;
  };
}

export interface LogsTailParams {
  cursor?: number;
  limit?: number;
  maxBytes?: number;
}

export interface LogsTailResult {
  file: string;
  cursor: number;
  size: number;
  lines: Array<string>;
  truncated?: boolean;
  reset?: boolean;
}

export interface SendParams {
  to: string;
  channel?: string;
  threadId?: string;
  message: string;
  idempotencyKey: string;
}

export interface SendResult {
  runId: string;
  messageId: string;
  channel: string;
}

export interface PollParams {
  to: string;
  channel?: string;
  threadId?: string;
  question: string;
  options: Array<string>;
  maxSelections?: number;
  durationSeconds?: number;
  isAnonymous?: boolean;
  idempotencyKey: string;
}

export interface PollResult {
  runId: string;
  messageId: string;
  channel: string;
  pollId?: string;
}

export interface AgentParams {
  message: string;
  idempotencyKey: string;
  agentId?: string;
  sessionKey?: string;
  sessionId?: string;
  model?: string;
  timeout?: number;
  deliver?: boolean;
  channel?: string;
  to?: string;
  internalEvents?: Array<InternalEvent>;
}

export type AgentResult = AgentAccepted | AgentFinal;

export interface AgentWaitParams {
  runId: string;
  timeoutMs?: number;
}

export interface AgentWaitResult {
  runId: string;
  status: 'ok' | 'aborted' | 'error' | 'timeout';
  startedAt?: number;
  endedAt?: number;
  error?: string;
}

export interface ChatHistoryParams {
  sessionKey: string;
  limit?: number;
  maxChars?: number;
}

export interface ChatHistoryResult {
  sessionKey: string;
  sessionId: string;
  messages: Array<ChatMessage>;
  activeRunIds: Array<string>;
}

export interface ChatSendParams {
  sessionKey: string;
  message: string;
  idempotencyKey: string;
  timeoutMs?: number;
}

export interface ChatSendResult {
  runId: string;
  status: 'started' | 'in_flight' | 'ok' | 'aborted' | 'error';
  error?: string;
}

export interface ChatAbortParams {
  sessionKey?: string;
  runId?: string;
}

export interface ChatAbortResult {
  ok: boolean;
  aborted: boolean;
  runIds: Array<string>;
}

export interface SessionsListParams {
  limit?: number;
  cursor?: string;
  search?: string;
  activeMinutes?: number;
}

export interface SessionsListResult {
  ts: number;
  count: number;
  total: number;
  defaults: {
    model: string;
    contextTokens: number | null;
  };
  sessions: Array<SessionRow>;
  nextCursor?: string;
}

export interface SessionsPatchParams {
  key: string;
  label: string;
}

export interface SessionsPatchResult {
  ok: boolean;
  key: string;
  entry: {
    sessionId: string;
    label: string;
    updatedAt: number;
  };
}

export interface SessionsDeleteParams {
  key: string;
}

export interface SessionsDeleteResult {
  ok: boolean;
  key: string;
  deleted: boolean;
}

export interface SystemEventParams {
  text: string;
  deviceId?: string;
  instanceId?: string;
  host?: string;
  ip?: string;
  mode?: string;
  version?: string;
  platform?: string;
  deviceFamily?: string;
  modelIdentifier?: string;
  lastInputSeconds?: number;
  reason?: string;
  roles?: Array<string>;
  scopes?: Array<string>;
  tags?: Array<string>;
}

export interface SystemEventResult {
  ok: boolean;
}

export interface WakeParams {
  mode: 'now' | 'next-heartbeat';
  text: string;
}

export interface WakeResult {
  ok: boolean;
}

export interface CronListParams {
  includeDisabled?: boolean;
  enabled?: 'all' | 'enabled' | 'disabled';
  limit?: number;
  offset?: number;
  query?: string;
  sortBy?: 'nextRunAtMs' | 'updatedAtMs' | 'name';
  sortDir?: 'asc' | 'desc';
}

export interface CronListResult {
  jobs: Array<CronJob>;
  total: number;
  offset: number;
  limit: number;
  hasMore: boolean;
  nextOffset: number | null;
}

export type CronStatusParams = Record<string, never>;

export interface CronStatusResult {
  jobs: number;
  enabledJobs: number;
  runningJobs: number;
  nextRunAtMs: number | null;
}

export interface CronAddParams {
  name: string;
  description?: string;
  enabled?: boolean;
  schedule: CronSchedule;
  sessionTarget?: string;
  wakeMode?: 'now' | 'next-heartbeat';
  payload: CronPayload;
  deliverTo?: string;
  deleteAfterRun?: boolean;
}

export type CronAddResult = CronJob;

export interface CronUpdateParams {
  id?: string;
  jobId?: string;
  patch: {
    name?: string;
    description?: string;
    enabled?: boolean;
    schedule?: CronSchedule;
    sessionTarget?: string;
    wakeMode?: 'now' | 'next-heartbeat';
    payload?: CronPayload;
    deliverTo?: string;
    deleteAfterRun?: boolean;
  };
}

export type CronUpdateResult = CronJob;

export interface CronRemoveParams {
  id?: string;
  jobId?: string;
}

export interface CronRemoveResult {
  ok: boolean;
  removed: boolean;
}

export interface CronRunParams {
  id?: string;
  jobId?: string;
  mode?: 'due' | 'force';
}

export interface CronRunResult {
  ok: boolean;
  enqueued?: boolean;
  runId?: string;
  ran?: boolean;
  reason?: 'already-running' | 'not-due';
}

export interface CronRunsParams {
  id?: string;
  jobId?: string;
  limit?: number;
  offset?: number;
  status?: 'all' | 'ok' | 'error' | 'skipped' | 'missed' | 'interrupted';
  query?: string;
  sortDir?: 'asc' | 'desc';
}

export interface CronRunsResult {
  entries: Array<CronRunEntry>;
  total: number;
  offset: number;
  limit: number;
  hasMore: boolean;
  nextOffset: number | null;
}

export type ExecApprovalListParams = Record<string, never>;

export interface ExecApprovalListResult {
  pending: Array<PendingApproval>;
}

export interface ExecApprovalResolveParams {
  id: string;
  decision: 'allow-once' | 'allow-always' | 'deny';
}

export interface ExecApprovalResolveResult {
  ok: boolean;
}

export type NodeListParams = Record<string, never>;

export interface NodeListResult {
  ts: number;
  nodes: Array<NodeInfo>;
}

export interface NodeInvokeParams {
  nodeId: string;
  command: string;
  params?: unknown;
  timeoutMs?: number;
  idempotencyKey: string;
}

export interface NodeInvokeResult {
  ok: boolean;
  nodeId: string;
  command: string;
  payload: unknown;
  payloadJSON: string | null;
}

export interface NodeInvokeResultParams {
  id: string;
  nodeId: string;
  ok: boolean;
  payload?: unknown;
  payloadJSON?: string | null;
  error?: {
    code?: string;
    message?: string;
  };
}

export interface NodeInvokeResultResult {
  ok: boolean;
  ignored?: boolean;
}

export interface NodePairRequestParams {
  nodeId: string;
  displayName?: string;
  platform?: string;
  version?: string;
  coreVersion?: string;
  uiVersion?: string;
  deviceFamily?: string;
  modelIdentifier?: string;
  caps?: Array<string>;
  commands?: Array<string>;
  remoteIp?: string;
  silent?: boolean;
}

export interface NodePairRequestResult {
  status: 'pending';
  request: PendingPairing;
  created: boolean;
}

export type NodePairListParams = Record<string, never>;

export interface NodePairListResult {
  pending: Array<PendingPairing>;
  paired: Array<PairedNode>;
}

export interface NodePairApproveParams {
  requestId: string;
}

export interface NodePairApproveResult {
  requestId: string;
  node: {
    nodeId: string;
    displayName?: string;
    platform?: string;
    version?: string;
    coreVersion?: string;
    uiVersion?: string;
    deviceFamily?: string;
    modelIdentifier?: string;
    caps?: Array<string>;
    commands?: Array<string>;
    remoteIp?: string;
    createdAtMs: number;
    approvedAtMs: number;
    token: string;
  };
}

export interface NodePairRejectParams {
  requestId: string;
}

export interface NodePairRejectResult {
  requestId: string;
  nodeId: string;
}

export interface NodePairVerifyParams {
  nodeId: string;
  token: string;
}

export interface NodePairVerifyResult {
  ok: boolean;
  node?: PairedNode;
}

export interface ConnectChallengeEvent {
  nonce: string;
  ts: number;
}

export interface TickEvent {
  ts: number;
}

export type HealthEvent = HealthSummary;

export interface ShutdownEvent {
  reason: string;
  restartExpectedMs?: number;
}

export interface PresenceEvent {
  presence: Array<PresenceEntry>;
}

export interface AgentEvent {
  runId: string;
  sessionKey: string;
  seq: number;
  stream: 'lifecycle' | 'assistant' | 'thinking' | 'tool' | 'search' | 'usage' | 'notice' | 'checkpoint';
  ts: number;
  data: Record<string, unknown>;
}

export interface ChatEvent {
  runId: string;
  sessionKey: string;
  seq: number;
  state: 'delta' | 'activity' | 'final' | 'aborted' | 'error';
  message?: ChatMessage;
  errorMessage?: string;
  usage?: TokenUsage;
  stopReason?: string;
}

export interface CronEvent {
  action: 'added' | 'updated' | 'removed' | 'started' | 'finished';
  ts: number;
  jobId: string;
  runId?: string;
  jobName?: string;
  status?: 'ok' | 'error' | 'skipped' | 'missed' | 'interrupted';
  error?: string;
  summary?: string;
  sessionKey?: string;
  runAtMs?: number;
  durationMs?: number;
  nextRunAtMs?: number;
}

export type ExecApprovalRequestedEvent = PendingApproval;

export interface ExecApprovalResolvedEvent {
  id: string;
  sessionKey: string;
  runId: string;
  decision: 'allow-once' | 'allow-always' | 'deny' | 'expired' | 'aborted';
}

export type NodePairRequestedEvent = PendingPairing;

export interface NodePairResolvedEvent {
  requestId: string;
  nodeId: string;
  decision: 'approved' | 'rejected';
  ts: number;
}

export interface NodeInvokeRequestEvent {
  id: string;
  nodeId: string;
  command: string;
  paramsJSON: string | null;
  timeoutMs?: number;
  idempotencyKey?: string;
}

export interface StateVersion {
  presence: number;
  health: number;
}

export interface ClientInfo {
  id: string;
  displayName?: string;
  version: string;
  platform: string;
  deviceFamily?: string;
  modelIdentifier?: string;
  mode: 'webchat' | 'cli' | 'ui' | 'backend' | 'node' | 'probe' | 'test';
  instanceId?: string;
}

export interface DeviceIdentity {
  id: string;
  publicKey: string;
  signature: string;
  nonce: string;
  signedAt: number;
}

export interface ConnectAuth {
  token?: string;
  deviceToken?: string;
  password?: string;
}

export interface ResumeRequest {
  connId: string;
  seq: number;
}

export interface PresenceEntry {
  host?: string;
  ip?: string;
  version?: string;
  platform?: string;
  deviceFamily?: string;
  modelIdentifier?: string;
  mode?: string;
  lastInputSeconds?: number;
  reason?: string;
  tags?: Array<string>;
  text?: string;
  ts: number;
  deviceId?: string;
  roles?: Array<string>;
  scopes?: Array<string>;
  instanceId?: string;
}

export interface HealthSummary {
  ok: boolean;
  ts: number;
  durationMs: number;
  version: string;
  uptimeMs: number;
  channels: Record<string, {
    label: string;
    configured: boolean;
  }>;
  channelOrder: Array<string>;
  heartbeatSeconds: number;
  defaultAgentId: string;
  agents: Array<{
    agentId: string;
    isDefault: boolean;
  }>;
  sessions: {
    count: number;
  };
}

export interface Snapshot {
  presence: Array<PresenceEntry>;
  health: HealthSummary;
  stateVersion: StateVersion;
  uptimeMs: number;
  sessionDefaults: {
    defaultAgentId: string;
    mainKey: string;
    mainSessionKey: string;
  };
}

export interface ResumeAnswer {
  resumed: boolean;
  seq: number;
  reason?: string;
}

export interface HelloOk {
  type: 'hello-ok';
  protocol: number;
  server: {
    version: string;
    connId: string;
  };
  features: {
    methods: Array<string>;
    events: Array<string>;
  };
  snapshot: Snapshot;
  auth: {
    role: 'operator' | 'node';
    scopes: Array<string>;
  };
  policy: {
    maxPayload: number;
    maxBufferedBytes: number;
    tickIntervalMs: number;
  };
  resume?: ResumeAnswer;
}

export interface SessionRow {
  key: string;
  sessionId: string;
  kind: 'direct';
  displayName: string;
  updatedAt: number;
  status: 'running' | 'done';
}

export interface InternalEvent {
  type: 'task_completion';
  source: 'subagent' | 'cron';
  childSessionKey: string;
  taskLabel: string;
  status: 'ok' | 'timeout' | 'error' | 'unknown';
  statusLabel: string;
  result: string;
  replyInstruction?: string;
}

export interface AgentAccepted {
  runId: string;
  status: 'accepted';
  acceptedAt: number;
  sessionKey: string;
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
}

export interface AgentFinal {
  runId: string;
  status: 'ok' | 'aborted' | 'error';
  summary: string;
  result?: {
    payloads: Array<{
      text: string;
      mediaUrl?: string | null;
    }>;
    meta: {
      sessionId: string;
      runStatus: string;
      aborted: boolean;
      durationMs: number;
      toolCalls: number;
      usage?: TokenUsage;
    };
  };
}

export interface TextPart {
  type: 'text';
  text: string;
}

export interface ShownToolCall {
  id: string;
  name: string;
  args: Record<string, unknown>;
  result?: string;
}

export interface ChatMessage {
  role: 'user' | 'assistant';
  content: Array<TextPart>;
  timestamp?: number;
  toolCalls?: Array<ShownToolCall>;
  truncated?: boolean;
}

export type CronSchedule = {
  kind: 'at';
  at: string;
} | {
  kind: 'every';
  everyMs: number;
  anchorMs?: number;
} | {
  kind: 'cron';
  expr: string;
  tz?: string;
};

export type CronPayload = {
  kind: 'systemEvent';
  text: string;
} | {
  kind: 'agentTurn';
  message: string;
  model?: string;
  timeoutSeconds?: number;
};

export interface CronJobState {
  nextRunAtMs?: number;
  runningAtMs?: number;
  lastRunAtMs?: number;
  lastRunStatus?: 'ok' | 'error' | 'skipped' | 'missed' | 'interrupted';
  lastError?: string;
  lastDurationMs?: number;
  consecutiveErrors?: number;
}

export interface CronJob {
  id: string;
  name: string;
  description?: string;
  enabled: boolean;
  createdAtMs: number;
  updatedAtMs: number;
  schedule: CronSchedule;
  sessionTarget: string;
  wakeMode: 'now' | 'next-heartbeat';
  payload: CronPayload;
  deliverTo?: string;
  deleteAfterRun?: boolean;
  state: CronJobState;
}

export interface CronRunEntry {
  action: 'finished';
  ts: number;
  jobId: string;
  runId: string;
  jobName?: string;
  status?: 'ok' | 'error' | 'skipped' | 'missed' | 'interrupted';
  error?: string;
  summary?: string;
  sessionKey?: string;
  runAtMs?: number;
  durationMs?: number;
  nextRunAtMs?: number;
}

export interface PendingApproval {
  id: string;
  sessionKey: string;
  runId: string;
  tool: string;
  command: string;
  display: string;
  directory: string;
  requestedAt: string;
  expiresAt: string;
}

export interface NodeInfo {
  nodeId: string;
  displayName?: string;
  platform?: string;
  version?: string;
  coreVersion?: string;
  uiVersion?: string;
  deviceFamily?: string;
  modelIdentifier?: string;
  caps: Array<string>;
  commands: Array<string>;
  remoteIp?: string;
  permissions?: Record<string, boolean>;
  pathEnv?: string;
  clientId?: string;
  clientMode?: string;
  connectedAtMs?: number;
  approvedAtMs?: number;
  paired: boolean;
  connected: boolean;
}

export interface PendingPairing {
  requestId: string;
  nodeId: string;
  displayName?: string;
  platform?: string;
  version?: string;
  coreVersion?: string;
  uiVersion?: string;
  deviceFamily?: string;
  modelIdentifier?: string;
  caps?: Array<string>;
  commands?: Array<string>;
  remoteIp?: string;
  silent?: boolean;
  ts: number;
}

export interface PairedNode {
  nodeId: string;
  displayName?: string;
  platform?: string;
  version?: string;
  coreVersion?: string;
  uiVersion?: string;
  deviceFamily?: string;
  modelIdentifier?: string;
  caps?: Array<string>;
  commands?: Array<string>;
  remoteIp?: string;
  createdAtMs: number;
  approvedAtMs: number;
}

/** Params and result of every method. */
export interface GatewayMethods {
  'health': { params: HealthParams; result: HealthResult };
  'status': { params: StatusParams; result: StatusResult };
  'logs.tail': { params: LogsTailParams; result: LogsTailResult };
  'send': { params: SendParams; result: SendResult };
  'poll': { params: PollParams; result: PollResult };
  'agent': { params: AgentParams; result: AgentResult };
  'agent.wait': { params: AgentWaitParams; result: AgentWaitResult };
  'chat.history': { params: ChatHistoryParams; result: ChatHistoryResult };
  'chat.send': { params: ChatSendParams; result: ChatSendResult };
  'chat.abort': { params: ChatAbortParams; result: ChatAbortResult };
  'sessions.list': { params: SessionsListParams; result: SessionsListResult };
  'sessions.patch': { params: SessionsPatchParams; result: SessionsPatchResult };
  'sessions.delete': { params: SessionsDeleteParams; result: SessionsDeleteResult };
  'system-event': { params: SystemEventParams; result: SystemEventResult };
  'wake': { params: WakeParams; result: WakeResult };
  'cron.list': { params: CronListParams; result: CronListResult };
  'cron.status': { params: CronStatusParams; result: CronStatusResult };
  'cron.add': { params: CronAddParams; result: CronAddResult };
  'cron.update': { params: CronUpdateParams; result: CronUpdateResult };
  'cron.remove': { params: CronRemoveParams; result: CronRemoveResult };
  'cron.run': { params: CronRunParams; result: CronRunResult };
  'cron.runs': { params: CronRunsParams; result: CronRunsResult };
  'exec.approval.list': { params: ExecApprovalListParams; result: ExecApprovalListResult };
  'exec.approval.resolve': { params: ExecApprovalResolveParams; result: ExecApprovalResolveResult };
  'node.list': { params: NodeListParams; result: NodeListResult };
  'node.invoke': { params: NodeInvokeParams; result: NodeInvokeResult };
  'node.invoke.result': { params: NodeInvokeResultParams; result: NodeInvokeResultResult };
  'node.pair.request': { params: NodePairRequestParams; result: NodePairRequestResult };
  'node.pair.list': { params: NodePairListParams; result: NodePairListResult };
  'node.pair.approve': { params: NodePairApproveParams; result: NodePairApproveResult };
  'node.pair.reject': { params: NodePairRejectParams; result: NodePairRejectResult };
  'node.pair.verify': { params: NodePairVerifyParams; result: NodePairVerifyResult };
}

/** Payload of every event. */
export interface GatewayEvents {
  'connect.challenge': ConnectChallengeEvent;
  'tick': TickEvent;
  'health': HealthEvent;
  'shutdown': ShutdownEvent;
  'presence': PresenceEvent;
  'agent': AgentEvent;
  'chat': ChatEvent;
  'cron': CronEvent;
  'exec.approval.requested': ExecApprovalRequestedEvent;
  'exec.approval.resolved': ExecApprovalResolvedEvent;
  'node.pair.requested': NodePairRequestedEvent;
  'node.pair.resolved': NodePairResolvedEvent;
  'node.invoke.request': NodeInvokeRequestEvent;
}
