/** How a run ended. The server may know more words than this page: an unknown one is shown as it is. */
export type RunStatus = string;

/** A tool call as the answer reports it. */
export interface ToolCall {
  name: string;
  args: Record<string, unknown>;
  status: 'ok' | 'error';
  result: unknown;
}

/** What the page uses of the answer of `POST /api/chat`; the log summary is not for the message area. */
export interface ChatAnswer {
  sessionId: string;
  response: string;
  toolCalls: ToolCall[];
  status: RunStatus;
}

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

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function readToolCall(value: unknown): ToolCall[] {
  if (!isFields(value)) return [];
  return [
    {
      name: textOf(value.name) || 'unnamed tool',
      args: isFields(value.args) ? value.args : {},
      status: value.status === 'ok' ? 'ok' : 'error',
      result: value.result,
    },
  ];
}

/** Reads an answer that came over the wire; undefined where it is not one. */
export function readChatAnswer(body: unknown): ChatAnswer | undefined {
  if (!isFields(body) || typeof body.sessionId !== 'string' || typeof body.response !== 'string') return undefined;
  return {
    sessionId: body.sessionId,
    response: body.response,
    toolCalls: Array.isArray(body.toolCalls) ? body.toolCalls.flatMap(readToolCall) : [],
    status: textOf(body.status) || 'ok',
  };
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

/** The body of every failure: `{error, details?, status?}`; undefined where it is something else. */
export function readErrorBody(body: unknown): { error: string; details: unknown; status: string; sessionId: string } | undefined {
  if (!isFields(body) || typeof body.error !== 'string') return undefined;
  return { error: body.error, details: body.details, status: textOf(body.status), sessionId: textOf(body.sessionId) };
}
