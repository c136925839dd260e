import { readErrorBody } from './contract.js';

/** A failure as people read it: what happened, what to do, and what a developer may want to see. */
export interface Problem {
  what: string;
  advice: string;
  details: string;
  /** How the run ended, where there was one. */
  status: string;
}

/** Thrown by the client; carries what the page shows. */
export class RequestFailedError extends Error {
  constructor(
    readonly problem: Problem,
    readonly httpStatus: number,
  ) {
    super(problem.what);
    this.name = 'RequestFailedError';
  }
}

/** How the server begins to say that a guest may not do this (docs/security.md). */
export const PIN_REFUSAL = 'Admin PIN required';

const ADVICE_BY_STATUS: Record<string, string> = {
  model_error: 'Try again in a moment. If it stays, `jarvis doctor` checks the key and the model.',
  format_error: 'The model did not keep to the form of an answer. Trying again often helps; so does another model.',
  tool_failed: 'The tools could not be started. `jarvis doctor` says what is wrong with them.',
};

function adviceFor(httpStatus: number, { status: runStatus, message }: { status: string; message: string }, retryAfter: string | null): string {
  const known = ADVICE_BY_STATUS[runStatus];
  if (known !== undefined) return known;
  if (httpStatus === 429) {
    const seconds = Number(retryAfter);
    return seconds > 0 ? `Wait ${seconds} s, then try again.` : 'Wait a moment, then try again.';
  }
  if (httpStatus === 413) return 'Shorten the message, or put the text in a file and name the file.';
  if (message.startsWith(PIN_REFUSAL)) return 'Sign in as the owner, then try again.';
  if (httpStatus === 401 || httpStatus === 403) return 'This browser may not talk to the server: open the page under the address that `jarvis start` printed.';
  if (httpStatus >= 500) return 'Try again. If it stays, `jarvis logs` shows what the server says.';
  return 'Change the message, then try again.';
}

function detailsText(details: unknown): string {
  if (details === undefined || details === null) return '';
  if (typeof details === 'string') return details;
  if (Array.isArray(details) && details.every((line) => typeof line === 'string')) return details.join('\n');
  return JSON.stringify(details, null, 2);
}

/** The failure that an HTTP answer reports. `body` is the parsed JSON, or undefined where it was none. */
export function problemOfResponse(httpStatus: number, body: unknown, retryAfter: string | null = null): Problem {
  const failure = readErrorBody(body);
  if (failure === undefined) {
    return {
      what: `What answered is not Jarvis (HTTP ${httpStatus}).`,
      advice: 'Something between this page and the server may be in the way, or the server is just starting. Try again.',
      details: '',
      status: '',
    };
  }
  return {
    what: failure.error,
    advice: adviceFor(httpStatus, { status: failure.status, message: failure.error }, retryAfter),
    details: detailsText(failure.details),
    status: failure.status,
  };
}

/** The failure that ends a turn, as its last frame reports it. */
export function problemOfFrame({ message, code, status }: { message: string; code: string; status: string }): Problem {
  const httpStatus = code === 'too_many_requests' ? 429 : 500;
  return { what: message, advice: adviceFor(httpStatus, { status, message }, null), details: '', status };
}

/** The failure where the server stopped, or was started anew, before a message had been stored. */
export function problemOfLostMessage(): Problem {
  return { what: 'The server stopped before it had taken this message.', advice: 'Try again.', details: '', status: '' };
}

/** What a person is told of whatever was thrown. */
export function problemOfError(error: unknown): Problem {
  return error instanceof RequestFailedError ? error.problem : problemOfUnreachable();
}

/** The failure where nothing answered at all. */
export function problemOfUnreachable(): Problem {
  return {
    what: 'Jarvis cannot be reached.',
    advice: 'Is it running? `jarvis status` tells, `jarvis start` starts it. Then try again: your message is kept.',
    details: '',
    status: '',
  };
}
