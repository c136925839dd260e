import { DomainError } from '../../common/domain-error.js';

/** A failure that nobody expected, as it is kept for whoever runs the server. */
export interface Incident {
  /** `INC-<UTC day>-<UTC time>-<8 hexadecimal digits>`. */
  key: string;
  /** ISO 8601, UTC. */
  ts: string;
  /** What was asked for, or which part of the server failed. */
  where: string;
  /** Who asked, as far as known. */
  ip?: string;
  role?: string;
  /** Message and stack of the exception, and of what caused it. */
  error: string;
  version: string;
  node: string;
  platform: string;
  pid: number;
}

/** The form of a key. */
export const INCIDENT_KEY = /^INC-\d{8}-\d{6}-[0-9A-F]{8}$/;

/** What a caller is told of a failure: what was written for callers, or nothing of what it was, and how to ask about it. */
export function incidentMessage(key: string, error?: unknown): string {
  const told = error instanceof DomainError ? error.message : 'The server could not do this.';
  return `${told} For a support lookup give the key ${key}.`;
}

/** Where the owner finds out more. */
export function incidentHint(key: string): string {
  return `On the server's machine, \`jarvis incident ${key}\` shows what happened.`;
}
