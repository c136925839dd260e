import { type Static, Type } from '@sinclair/typebox';
import { StateVersionSchema } from './frames.js';
import { HealthSummarySchema } from './health.js';
import { closedObject, Count, EpochMs, named, NonEmptyString, oneOf } from './primitives.js';

export const ROLES = ['operator', 'node'] as const;
export type Role = (typeof ROLES)[number];

/** What an operator may be allowed. `admin` implies all of them, `write` implies `read`. */
export const SCOPES = [
  'operator.read',
  'operator.write',
  'operator.admin',
  'operator.pairing',
  'operator.approvals',
] as const;
export type Scope = (typeof SCOPES)[number];

export const ClientInfoSchema = named(
  'ClientInfo',
  closedObject({
    id: NonEmptyString,
    displayName: Type.Optional(NonEmptyString),
    version: NonEmptyString,
    platform: NonEmptyString,
    deviceFamily: Type.Optional(NonEmptyString),
    modelIdentifier: Type.Optional(NonEmptyString),
    mode: oneOf(['webchat', 'cli', 'ui', 'backend', 'node', 'probe', 'test']),
    /** Stays the same over reconnects. A node's is its node id. */
    instanceId: Type.Optional(NonEmptyString),
  }),
);
export type ClientInfo = Static<typeof ClientInfoSchema>;

/** A key pair that a client of the original signs with. Taken and not looked at: access comes from `auth`, or from loopback. */
const DeviceSchema = named(
  'DeviceIdentity',
  closedObject({
    id: NonEmptyString,
    publicKey: NonEmptyString,
    signature: NonEmptyString,
    nonce: NonEmptyString,
    signedAt: Type.Integer({ minimum: 0 }),
  }),
);

export const ConnectAuthSchema = named(
  'ConnectAuth',
  closedObject({
    /** A token of `jarvis token create`, or a node's token. */
    token: Type.Optional(Type.String()),
    /** A node's token of `node.pair.approve`. */
    deviceToken: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
  }),
);
export type ConnectAuth = Static<typeof ConnectAuthSchema>;

export const ConnectParamsSchema = closedObject({
  minProtocol: Type.Integer({ minimum: 1 }),
  maxProtocol: Type.Integer({ minimum: 1 }),
  client: ClientInfoSchema,
  caps: Type.Optional(Type.Array(NonEmptyString)),
  /** What a node can be asked to do. */
  commands: Type.Optional(Type.Array(NonEmptyString)),
  permissions: Type.Optional(Type.Record(NonEmptyString, Type.Boolean())),
  pathEnv: Type.Optional(Type.String()),
  role: Type.Optional(NonEmptyString),
  scopes: Type.Optional(Type.Array(NonEmptyString)),
  device: Type.Optional(DeviceSchema),
  auth: Type.Optional(ConnectAuthSchema),
  locale: Type.Optional(Type.String()),
  userAgent: Type.Optional(Type.String()),
  /** The connection that was lost and the last `seq` that was seen of it: what was missed is sent. */
  resume: Type.Optional(named('ResumeRequest', closedObject({ connId: NonEmptyString, seq: Count }))),
});
export type ConnectParams = Static<typeof ConnectParamsSchema>;

export const PresenceEntrySchema = named(
  'PresenceEntry',
  closedObject({
    host: Type.Optional(NonEmptyString),
    ip: Type.Optional(NonEmptyString),
    version: Type.Optional(NonEmptyString),
    platform: Type.Optional(NonEmptyString),
    deviceFamily: Type.Optional(NonEmptyString),
    modelIdentifier: Type.Optional(NonEmptyString),
    mode: Type.Optional(NonEmptyString),
    lastInputSeconds: Type.Optional(Count),
    reason: Type.Optional(NonEmptyString),
    tags: Type.Optional(Type.Array(NonEmptyString)),
    text: Type.Optional(Type.String()),
    ts: EpochMs,
    deviceId: Type.Optional(NonEmptyString),
    roles: Type.Optional(Type.Array(NonEmptyString)),
    scopes: Type.Optional(Type.Array(NonEmptyString)),
    instanceId: Type.Optional(NonEmptyString),
  }),
);
export type PresenceEntry = Static<typeof PresenceEntrySchema>;

/** What is the case at the moment of the connect. Presence is empty for whoever may not read. */
export const SnapshotSchema = named(
  'Snapshot',
  closedObject({
    presence: Type.Array(PresenceEntrySchema),
    health: HealthSummarySchema,
    stateVersion: StateVersionSchema,
    uptimeMs: Count,
    sessionDefaults: closedObject({ defaultAgentId: NonEmptyString, mainKey: NonEmptyString, mainSessionKey: NonEmptyString }),
  }),
);
export type Snapshot = Static<typeof SnapshotSchema>;

export const HelloOkSchema = named(
  'HelloOk',
  closedObject({
    type: Type.Literal('hello-ok'),
    protocol: Type.Integer({ minimum: 1 }),
    server: closedObject({ version: NonEmptyString, connId: NonEmptyString }),
    /** What this very connection may call and will be sent. */
    features: closedObject({ methods: Type.Array(NonEmptyString), events: Type.Array(NonEmptyString) }),
    snapshot: SnapshotSchema,
    auth: closedObject({ role: oneOf(ROLES), scopes: Type.Array(NonEmptyString) }),
    policy: closedObject({
      /** Bytes of one inbound frame. */
      maxPayload: Count,
      /** Bytes of outbound frames that wait for a slow client. */
      maxBufferedBytes: Count,
      tickIntervalMs: Count,
    }),
    /** The answer to `resume`. Where `resumed`, the events after `seq` follow; else what was missed is gone and `seq` begins at 1. */
    resume: Type.Optional(
      named('ResumeAnswer', closedObject({ resumed: Type.Boolean(), seq: Count, reason: Type.Optional(NonEmptyString) })),
    ),
  }),
);
export type HelloOk = Static<typeof HelloOkSchema>;

export const ConnectChallengeEventSchema = closedObject({ nonce: NonEmptyString, ts: EpochMs });
export const TickEventSchema = closedObject({ ts: EpochMs });
export const PresenceEventSchema = closedObject({ presence: Type.Array(PresenceEntrySchema) });
export const ShutdownEventSchema = closedObject({
  reason: NonEmptyString,
  /** Absent where nobody knows whether it comes back. */
  restartExpectedMs: Type.Optional(Count),
});
