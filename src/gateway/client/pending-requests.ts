import { newId } from '../../common/ids.js';
import type { ResponseFrame } from '../protocol/schemas/frames.js';
import { methods, type MethodName } from '../protocol/methods.js';
import { validate } from '../protocol/validators.js';
import { GatewayConnectionError, GatewayProtocolError, GatewayRequestError } from './client-errors.js';

/** What a request waits for. */
export interface PendingRequest {
  method: string;
  /** For the first answer. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Told of a first response that says that the request was accepted; the next one is the answer. */
  onAccepted?: (payload: unknown) => void;
}

interface Waiting extends PendingRequest {
  resolve: (payload: unknown) => void;
  reject: (error: Error) => void;
  stopTimer: () => void;
  stop: () => void;
}

/** Requests that have no answer yet. */
export class PendingRequests {
  private readonly waiting = new Map<string, Waiting>();

  /** Registers a request before it is sent. `answer` settles with its answer, its failure, or the end of the wait. */
  add(request: PendingRequest): { id: string; answer: Promise<unknown> } {
    const id = newId();
    const answer = new Promise<unknown>((resolve, reject) => {
      const abort = (): void => this.settle(id, (waiting) => waiting.reject(request.signal?.reason as Error));
      const timer =
        request.timeoutMs > 0
          ? setTimeout(() => this.settle(id, (waiting) => waiting.reject(noAnswer(request))), request.timeoutMs)
          : undefined;
      const stopTimer = (): void => clearTimeout(timer);
      const stop = (): void => {
        stopTimer();
        request.signal?.removeEventListener('abort', abort);
      };
      this.waiting.set(id, { ...request, resolve, reject, stopTimer, stop });
      request.signal?.addEventListener('abort', abort, { once: true });
      if (request.signal?.aborted === true) abort();
    });
    return { id, answer };
  }

  receive(frame: ResponseFrame): void {
    const waiting = this.waiting.get(frame.id);
    if (waiting === undefined) return;
    if (!frame.ok) {
      const shape = frame.error ?? { code: 'UNAVAILABLE', message: 'The server gave no reason.' };
      this.settle(frame.id, ({ reject }) => reject(new GatewayRequestError(shape, frame.payload)));
      return;
    }
    const problems = problemsOf(waiting.method, frame.payload);
    if (problems !== undefined) {
      this.settle(frame.id, ({ reject }) => reject(new GatewayProtocolError(`The answer to ${waiting.method} is not of the protocol: ${problems}`)));
    } else if (waiting.onAccepted !== undefined && isAccepted(frame.payload)) {
      // A run may take as long as it likes.
      waiting.stopTimer();
      waiting.onAccepted(frame.payload);
    } else {
      this.settle(frame.id, ({ resolve }) => resolve(frame.payload));
    }
  }

  /** The connection is lost: nothing more will come. */
  failAll(reason: string): void {
    for (const id of [...this.waiting.keys()]) this.settle(id, ({ reject }) => reject(new GatewayConnectionError(reason)));
  }

  private settle(id: string, act: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(id);
    if (waiting === undefined) return;
    this.waiting.delete(id);
    waiting.stop();
    act(waiting);
  }
}

function noAnswer({ method, timeoutMs }: PendingRequest): GatewayConnectionError {
  return new GatewayConnectionError(`${method} was not answered within ${timeoutMs} ms.`);
}

/** Methods that this version does not know are taken as they come. */
function problemsOf(method: string, payload: unknown): string | undefined {
  if (!Object.hasOwn(methods, method)) return undefined;
  const checked = validate(methods[method as MethodName].result, payload);
  return checked.ok ? undefined : checked.problems;
}

function isAccepted(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'status' in payload && payload.status === 'accepted';
}
