import type { ClientInfo, ConnectAuth, ConnectParams, Role } from '../protocol/schemas/connect.js';
import { PROTOCOL_VERSION } from '../protocol/version.js';

/** How a client connects. */
export interface GatewayClientOptions {
  /** `ws://127.0.0.1:18008` */
  url: string;
  /** How the client calls itself; the rest is filled in. */
  client?: Partial<ClientInfo>;
  /** `operator` unless given. */
  role?: Role;
  /** What it wants to be allowed; nothing unless given, and then health is all that it can ask. */
  scopes?: readonly string[];
  auth?: ConnectAuth;
  caps?: readonly string[];
  /** What a node can be asked to do. */
  commands?: readonly string[];
  /** Whether it connects again after the connection was lost; true unless given. */
  reconnect?: boolean;
  /** Milliseconds after which a request without an answer fails; 30,000 unless given, 0 for never. */
  requestTimeoutMs?: number;
  /** First and longest wait between two attempts to connect; 1,000 and 30,000 milliseconds unless given. */
  backoff?: { firstMs: number; longestMs: number };
}

/** What the options come down to in `connect`. */
export function connectParams(options: GatewayClientOptions, resume?: ConnectParams['resume']): ConnectParams {
  const { client, role, scopes, auth, caps, commands } = options;
  return {
    minProtocol: PROTOCOL_VERSION,
    maxProtocol: PROTOCOL_VERSION,
    client: { id: 'jarvis-client', version: 'dev', platform: process.platform, mode: role === 'node' ? 'node' : 'backend', ...client },
    ...(role === undefined ? {} : { role }),
    ...(scopes === undefined ? {} : { scopes: [...scopes] }),
    ...(auth === undefined ? {} : { auth }),
    ...(caps === undefined ? {} : { caps: [...caps] }),
    ...(commands === undefined ? {} : { commands: [...commands] }),
    ...(resume === undefined ? {} : { resume }),
  };
}
