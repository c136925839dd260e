/** What the server tells a child: run this. One at a time. */
export interface RunRequest {
  type: 'run';
  callId: string;
  code: string;
  /** The arguments as JSON text, so that they arrive as JSON has them (own `__proto__` keys, no prototypes). */
  argsJson: string;
  workingDirectory: string;
  environment: Readonly<Record<string, string>>;
}

/** What a child says once, when it can take its first call. */
export const READY = 'ready';

/** What a child answers. `uncaught` is an error outside of the awaited code; the child ends after it. */
export type ChildMessage =
  | { type: 'returned'; callId: string; json: string }
  | { type: 'threw'; callId: string; error: string }
  | { type: 'uncaught'; callId: string; error: string };

/** Reads a message from a child; undefined for anything else (code in a child may send what it likes). */
export function parseChildMessage(value: unknown): ChildMessage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, callId, json, error } = value as Record<string, unknown>;
  if (typeof callId !== 'string') return undefined;
  if (type === 'returned' && typeof json === 'string') return { type, callId, json };
  if ((type === 'threw' || type === 'uncaught') && typeof error === 'string') return { type, callId, error };
  return undefined;
}

/** Reads a message from the server; undefined for anything else. */
export function parseRunRequest(value: unknown): RunRequest | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as { type?: unknown }).type === 'run' ? (value as RunRequest) : undefined;
}
