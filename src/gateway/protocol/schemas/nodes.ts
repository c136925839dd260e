import { type Static, Type } from '@sinclair/typebox';
import { closedObject, Count, EpochMs, IdempotencyKey, named, NonEmptyString, nullable, oneOf } from './primitives.js';

/** What a node says of itself. */
const description = {
  displayName: Type.Optional(NonEmptyString),
  platform: Type.Optional(NonEmptyString),
  version: Type.Optional(NonEmptyString),
  coreVersion: Type.Optional(NonEmptyString),
  uiVersion: Type.Optional(NonEmptyString),
  deviceFamily: Type.Optional(NonEmptyString),
  modelIdentifier: Type.Optional(NonEmptyString),
  caps: Type.Optional(Type.Array(NonEmptyString)),
  commands: Type.Optional(Type.Array(NonEmptyString)),
  remoteIp: Type.Optional(NonEmptyString),
};

export const NodeInfoSchema = named(
  'NodeInfo',
  closedObject({
    nodeId: NonEmptyString,
    ...description,
    caps: Type.Array(NonEmptyString),
    commands: Type.Array(NonEmptyString),
    permissions: Type.Optional(Type.Record(NonEmptyString, Type.Boolean())),
    pathEnv: Type.Optional(Type.String()),
    clientId: Type.Optional(NonEmptyString),
    clientMode: Type.Optional(NonEmptyString),
    connectedAtMs: Type.Optional(EpochMs),
    approvedAtMs: Type.Optional(EpochMs),
    paired: Type.Boolean(),
    connected: Type.Boolean(),
  }),
);
export type NodeInfo = Static<typeof NodeInfoSchema>;

/** Connected ones first, then by name. */
export const NodeListResultSchema = closedObject({ ts: EpochMs, nodes: Type.Array(NodeInfoSchema) });

export const NodeInvokeParamsSchema = closedObject({
  nodeId: NonEmptyString,
  command: NonEmptyString,
  params: Type.Optional(Type.Unknown()),
  /** Milliseconds; 30,000 unless given. */
  timeoutMs: Type.Optional(Count),
  idempotencyKey: IdempotencyKey,
});
export type NodeInvokeParams = Static<typeof NodeInvokeParamsSchema>;
export const NodeInvokeResultSchema = closedObject({
  ok: Type.Boolean(),
  nodeId: NonEmptyString,
  command: NonEmptyString,
  payload: Type.Unknown(),
  payloadJSON: nullable(Type.String()),
});
export type NodeInvokeResult = Static<typeof NodeInvokeResultSchema>;

/** What a node is asked, as an event to it alone. */
export const NodeInvokeRequestEventSchema = closedObject({
  id: NonEmptyString,
  nodeId: NonEmptyString,
  command: NonEmptyString,
  paramsJSON: nullable(Type.String()),
  timeoutMs: Type.Optional(Count),
  idempotencyKey: Type.Optional(NonEmptyString),
});
export type NodeInvokeRequest = Static<typeof NodeInvokeRequestEventSchema>;

/** A node's answer, as a request of its own. */
export const NodeInvokeResultParamsSchema = closedObject({
  id: NonEmptyString,
  nodeId: NonEmptyString,
  ok: Type.Boolean(),
  payload: Type.Optional(Type.Unknown()),
  payloadJSON: Type.Optional(nullable(Type.String())),
  error: Type.Optional(closedObject({ code: Type.Optional(NonEmptyString), message: Type.Optional(NonEmptyString) })),
});
export type NodeInvokeAnswer = Static<typeof NodeInvokeResultParamsSchema>;
export const NodeInvokeResultResultSchema = closedObject({
  ok: Type.Boolean(),
  /** True where nobody waits for it any more. */
  ignored: Type.Optional(Type.Boolean()),
});

export const NodePairRequestParamsSchema = closedObject({
  nodeId: NonEmptyString,
  ...description,
  silent: Type.Optional(Type.Boolean()),
});
export type NodePairRequestParams = Static<typeof NodePairRequestParamsSchema>;

export const PendingPairingSchema = named(
  'PendingPairing',
  closedObject({
    requestId: NonEmptyString,
    nodeId: NonEmptyString,
    ...description,
    silent: Type.Optional(Type.Boolean()),
    ts: EpochMs,
  }),
);
export type PendingPairing = Static<typeof PendingPairingSchema>;

export const NodePairRequestResultSchema = closedObject({
  status: oneOf(['pending']),
  request: PendingPairingSchema,
  /** False where the node had asked before. */
  created: Type.Boolean(),
});

const pairedFields = { nodeId: NonEmptyString, ...description, createdAtMs: EpochMs, approvedAtMs: EpochMs };

export const PairedNodeSchema = named('PairedNode', closedObject(pairedFields));
export type PairedNode = Static<typeof PairedNodeSchema>;

export const NodePairListResultSchema = closedObject({
  pending: Type.Array(PendingPairingSchema),
  paired: Type.Array(PairedNodeSchema),
});

export const NodePairApproveParamsSchema = closedObject({ requestId: NonEmptyString });
export const NodePairApproveResultSchema = closedObject({
  requestId: NonEmptyString,
  /** `token` is shown this once. */
  node: closedObject({ ...pairedFields, token: NonEmptyString }),
});
export const NodePairRejectParamsSchema = closedObject({ requestId: NonEmptyString });
export const NodePairRejectResultSchema = closedObject({ requestId: NonEmptyString, nodeId: NonEmptyString });
export const NodePairVerifyParamsSchema = closedObject({ nodeId: NonEmptyString, token: NonEmptyString });
export const NodePairVerifyResultSchema = closedObject({ ok: Type.Boolean(), node: Type.Optional(PairedNodeSchema) });

export const NodePairRequestedEventSchema = PendingPairingSchema;
export const NodePairResolvedEventSchema = closedObject({
  requestId: NonEmptyString,
  nodeId: NonEmptyString,
  decision: oneOf(['approved', 'rejected']),
  ts: EpochMs,
});
