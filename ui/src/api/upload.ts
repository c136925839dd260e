import { UPLOAD_MAX_BYTES } from '../limits.js';
import { parseFields, textOf, type Fields } from './fields.js';
import { identity, refusalOf } from './identity.js';
import { problemOfResponse, problemOfUnreachable, RequestFailedError, type Problem } from './problem.js';

/** `context`: goes to the model with one message; `ingest`: is kept as a document. */
export type UploadMode = 'context' | 'ingest';

/** What became of a file. */
export interface Uploaded {
  /** Goes with the message; '' where the file is kept. */
  contextId: string;
}

interface UploadOptions {
  mode: UploadMode;
  /** Hears which share of the file is on its way, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

function problemOfTooLarge(): Problem {
  return { what: `The file is larger than ${UPLOAD_MAX_BYTES / 1024 ** 2} MiB.`, advice: 'Split it, or put it where Jarvis can read it and name its path.', details: '', status: '' };
}

interface Answer {
  httpStatus: number;
  body: Fields | undefined;
}

/**
 * Sends a file. By XMLHttpRequest, since nothing else tells how far an upload has come. Rejects with RequestFailedError, and with the reason of
 * `signal`.
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<Uploaded> {
  // The server would hang up in the middle, which looks like a broken connection.
  if (file.size > UPLOAD_MAX_BYTES) throw new RequestFailedError(problemOfTooLarge(), 413);
  const refusal = ({ httpStatus, body }: Answer) => Promise.resolve(refusalOf(httpStatus, textOf(body?.error)));
  const { httpStatus, body } = await identity.admitted(() => attempt(file, options), refusal, { mayAsk: true });
  if (httpStatus >= 400 || body === undefined) throw new RequestFailedError(problemOfResponse(httpStatus, body), httpStatus);
  return { contextId: textOf(body.context_id) };
}

function attempt(file: File, { mode, onProgress, signal }: UploadOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const form = new FormData();
    form.append('mode', mode);
    form.append('file', file);
    const request = new XMLHttpRequest();
    request.open('POST', '/api/upload');
    for (const [name, value] of Object.entries(identity.headers)) request.setRequestHeader(name, value);
    const abort = () => request.abort();
    signal.addEventListener('abort', abort);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    request.onload = () => resolve({ httpStatus: request.status, body: parseFields(request.responseText) });
    request.onerror = () => reject(new RequestFailedError(problemOfUnreachable(), 0));
    request.onabort = () => reject(signal.reason as Error);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.send(form);
  });
}
