import * as limits from '../limits.js';

/** DI token of GatewayOptions. */
export const GATEWAY_OPTIONS_TOKEN = Symbol('GATEWAY_OPTIONS');

/** The times and sizes that the server goes by; tests, which cannot wait half a minute, give their own. */
export interface GatewayOptions {
  readonly handshakeTimeoutMs: number;
  readonly tickIntervalMs: number;
  readonly pingIntervalMs: number;
  readonly resumeRetentionMs: number;
  readonly resumeBufferBytes: number;
  readonly highWaterBytes: number;
  readonly maxBufferedBytes: number;
  readonly maxPendingPerAddress: number;
}

export const GATEWAY_OPTIONS: GatewayOptions = {
  handshakeTimeoutMs: limits.HANDSHAKE_TIMEOUT_MS,
  tickIntervalMs: limits.TICK_INTERVAL_MS,
  pingIntervalMs: limits.PING_INTERVAL_MS,
  resumeRetentionMs: limits.RESUME_RETENTION_MS,
  resumeBufferBytes: limits.RESUME_BUFFER_BYTES,
  highWaterBytes: limits.SOCKET_HIGH_WATER_BYTES,
  maxBufferedBytes: limits.MAX_BUFFERED_BYTES,
  maxPendingPerAddress: limits.MAX_PENDING_PER_ADDRESS,
};
