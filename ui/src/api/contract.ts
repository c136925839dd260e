import { isFields, textOf } from './fields.js';

/** How a run ended. The server may know more words than this page: an unknown one is shown as it is. */
export type RunStatus = string;

/** What the page uses of `GET /api/health`. */
export interface Health {
  /** Whether the rule-based stand-in answers in the place of a language model. */
  offline: boolean;
}

/** A command that waits for the owner's decision: `GET /api/approvals`. */
export interface Approval {
  id: string;
  sessionId: string;
  /** The exact command, byte for byte. */
  command: string;
  directory: string;
  /** ISO 8601; after it the answer is no. */
  expiresAt: string;
}

export type Decision = 'allow-once' | 'allow-always' | 'deny';

/** A run that has not ended: `GET /api/runs`. */
export interface ActiveRun {
  runId: string;
  sessionId: string;
}

/** Reads what `GET /api/health` says. */
export function readHealth(body: unknown): Health {
  return { offline: isFields(body) && body.offline === true };
}

/** Reads the list of what waits for a decision. An entry without id or command cannot be decided and is left out. */
export function readApprovals(body: unknown): Approval[] {
  const list = isFields(body) ? body.approvals : body;
  if (!Array.isArray(list)) return [];
  return list.filter(isFields).flatMap((entry) => {
    if (typeof entry.id !== 'string' || typeof entry.command !== 'string') return [];
    return [
      {
        id: entry.id,
        sessionId: textOf(entry.sessionId),
        command: entry.command,
        directory: textOf(entry.directory),
        expiresAt: textOf(entry.expiresAt),
      },
    ];
  });
}

/** Reads the list of what runs now, oldest first. */
export function readActiveRuns(body: unknown): ActiveRun[] {
  const list = isFields(body) && Array.isArray(body.runs) ? body.runs : [];
  return list.filter(isFields).map((entry) => ({ runId: textOf(entry.runId), sessionId: textOf(entry.sessionId) }));
}

/** The body of every failure: `{error, details?, status?}`, where `error` is text or has its text in `message`; undefined where it is something else. */
export function readErrorBody(body: unknown): { error: string; details: unknown; status: string } | undefined {
  if (!isFields(body)) return undefined;
  const error = isFields(body.error) ? body.error.message : body.error;
  return typeof error === 'string' ? { error, details: body.details, status: textOf(body.status) } : undefined;
}
