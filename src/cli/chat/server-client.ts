import type { LoggedToolCall, RunStatus } from '../../sessions/session.js';
import type { ApprovalDecision, PendingApproval } from '../../tools/approval.js';
import { CliError } from '../cli-error.js';
import { requestJson, type JsonAnswer } from '../server/http-json.js';

/** The answer of `POST /api/chat` (docs/agent.md). */
export interface ChatAnswer {
  sessionId: string;
  response: string;
  logSummary: string;
  toolCalls: LoggedToolCall[];
  status: RunStatus;
}

const TOKEN_HINT = 'To give this command a token: JARVIS_TOKEN=<token> jarvis chat (`jarvis token create` makes one; docs/cli.md).';

/** Whether a status means that the caller is not known or may not do this. */
export function isAccessProblem(httpStatus: number): boolean {
  return httpStatus === 401 || httpStatus === 403;
}

/** The server answered with an error. `body` is what it sent, as `{error, details?, status?}`. */
export class ServerAnswerError extends CliError {
  constructor(
    readonly httpStatus: number,
    readonly body: { error: string; details?: string; status?: string },
  ) {
    super([body.error, body.details, isAccessProblem(httpStatus) ? TOKEN_HINT : undefined].filter((line) => line !== undefined).join('\n'));
  }
}

/** The server's REST interface, as far as the command line needs it. Throws ServerAnswerError, or CliError where nothing answers. */
export class ServerClient {
  constructor(
    readonly url: string,
    private readonly token: string | undefined,
  ) {}

  /** Sends a message and waits for the answer, however long it takes. */
  async chat(message: string, sessionId: string): Promise<ChatAnswer> {
    return (await this.call('POST', '/api/chat', { sessionId, message })) as ChatAnswer;
  }

  /** Stops what runs in a session; false where nothing does. */
  async abort(sessionId: string): Promise<boolean> {
    try {
      await this.call('POST', `/api/sessions/${encodeURIComponent(sessionId)}/abort`, {});
      return true;
    } catch (error) {
      if (error instanceof ServerAnswerError && (error.httpStatus === 409 || error.httpStatus === 404)) return false;
      throw error;
    }
  }

  /** The commands that wait for the owner's decision. */
  async approvals(): Promise<PendingApproval[]> {
    const body = (await this.call('GET', '/api/approvals')) as { approvals: PendingApproval[] };
    return body.approvals;
  }

  async decide(approvalId: string, decision: ApprovalDecision): Promise<void> {
    await this.call('POST', `/api/approvals/${encodeURIComponent(approvalId)}`, { decision });
  }

  /** Any other route; the body of the answer. */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    let answer: JsonAnswer;
    try {
      answer = await requestJson(`${this.url}${path}`, { method, token: this.token, ...(body === undefined ? {} : { body }) });
    } catch (error) {
      throw new CliError(`The server at ${this.url} ended the connection. \`jarvis status\` says how it is.`, undefined, { cause: error });
    }
    if (answer.status >= 200 && answer.status <= 299) return answer.body;
    throw new ServerAnswerError(answer.status, errorBodyOf(answer));
  }
}

function errorBodyOf({ status, body }: JsonAnswer): { error: string; details?: string; status?: string } {
  if (typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string') {
    return body as { error: string; details?: string; status?: string };
  }
  return { error: `The server answered with HTTP status ${status} and no explanation.` };
}
