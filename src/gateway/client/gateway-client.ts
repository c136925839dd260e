import { type EventName, type EventPayload, events } from '../protocol/events.js';
import type { MethodName, Params, Result } from '../protocol/methods.js';
import type { HelloOk } from '../protocol/schemas/connect.js';
import type { EventFrame } from '../protocol/schemas/frames.js';
import { validate } from '../protocol/validators.js';
import { GatewayConnectionError, GatewayProtocolError, GatewayRequestError } from './client-errors.js';
import { connectParams, type GatewayClientOptions } from './client-options.js';
import { ClientSocket } from './client-socket.js';
import { PendingRequests } from './pending-requests.js';

const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;
const DEFAULT_BACKOFF = { firstMs: 1_000, longestMs: 30_000 };

/** Silence of so many ticks means that the server is gone. */
const MISSED_TICKS = 2;
const TICK_TIMEOUT_CODE = 4000;

/** What happens with the connection. */
export interface GatewayClientListeners {
  /** Connected, for the first time or again. Where `isComplete` is false, events were missed: ask for what they were about. */
  onConnected?: (hello: HelloOk, isComplete: boolean) => void;
  /** Lost; `willReconnect` says whether it tries again by itself. */
  onDisconnected?: (code: number, reason: string, willReconnect: boolean) => void;
  /** The server sent something that is not of the protocol. */
  onProtocolError?: (error: GatewayProtocolError) => void;
}

/** How one request is made. */
export interface RequestOptions<M extends MethodName> {
  /** As in the client's options, for this request. Of two answers it limits the wait for the first. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** For methods that answer twice (`agent`): told of the first answer; the request then ends with the second one. */
  onAccepted?: (accepted: Result<M>) => void;
}

/**
 * A client of the gateway: connects, connects again after a loss and gets what it missed, checks all that comes, notices a dead
 * server, and knows the types of all methods and events.
 */
export class GatewayClient {
  private readonly pending = new PendingRequests();
  private readonly eventListeners = new Map<string, Set<(payload: never, frame: EventFrame) => void>>();
  private socket?: ClientSocket;
  private lastConnection?: { connId: string; seq: number };
  private watchdog?: NodeJS.Timeout;
  private retry?: NodeJS.Timeout;
  private attempts = 0;
  private isClosed = false;

  constructor(
    private readonly options: GatewayClientOptions,
    private readonly listeners: GatewayClientListeners = {},
  ) {}

  /** What was agreed on in the handshake; undefined while there is no connection. */
  get hello(): HelloOk | undefined {
    return this.socket?.hello;
  }

  /** Connects. The first attempt must succeed: rejects with GatewayConnectionError or GatewayRequestError. */
  async connect(): Promise<HelloOk> {
    const resume = this.lastConnection;
    const socket = await ClientSocket.open(this.options.url, connectParams(this.options, resume), {
      onHello: (hello) => (this.lastConnection = { connId: hello.server.connId, seq: hello.resume?.seq ?? 0 }),
      onResponse: (frame) => this.pending.receive(frame),
      onEvent: (frame) => this.receive(frame),
      onProtocolError: (error) => this.listeners.onProtocolError?.(error),
      onClose: (code, reason) => this.lost(code, reason),
    });
    if (this.isClosed) {
      socket.terminate();
      throw new GatewayConnectionError('The client was closed.');
    }
    const { hello } = socket;
    const isComplete = resume === undefined || hello.resume?.resumed === true;
    this.socket = socket;
    this.attempts = 0;
    this.watch(socket);
    this.listeners.onConnected?.(hello, isComplete);
    return hello;
  }

  /** Calls a method. Rejects with GatewayRequestError, GatewayConnectionError, GatewayProtocolError, or the signal's reason. */
  async request<M extends MethodName>(method: M, params: Params<M>, options: RequestOptions<M> = {}): Promise<Result<M>> {
    return (await this.call(method, params, options as RequestOptions<MethodName>)) as Result<M>;
  }

  /** As `request`, for a method whose name is known only when it is called. */
  async call(method: string, params: unknown, options: RequestOptions<MethodName> = {}): Promise<unknown> {
    const { socket } = this;
    if (socket === undefined) throw new GatewayConnectionError('There is no connection to the gateway.');
    const { timeoutMs = this.options.requestTimeoutMs ?? DEFAULT_REQUEST_TIMEOUT_MS, signal, onAccepted } = options;
    const { id, answer } = this.pending.add({
      method,
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
      ...(onAccepted === undefined ? {} : { onAccepted: (payload) => onAccepted(payload as never) }),
    });
    socket.send({ type: 'req', id, method, params });
    return answer;
  }

  /** Hears an event, from now on; the returned function ends that. */
  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>, frame: EventFrame) => void): () => void {
    const known = this.eventListeners.get(event) ?? new Set();
    this.eventListeners.set(event, known);
    known.add(listener);
    return () => known.delete(listener);
  }

  /** Ends the connection for good. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.retry);
    clearInterval(this.watchdog);
    this.socket?.close(1000, '');
    this.pending.failAll('The client was closed.');
  }

  private receive(frame: EventFrame): void {
    const { lastConnection } = this;
    if (frame.seq !== undefined && lastConnection !== undefined) {
      if (frame.seq !== lastConnection.seq + 1) {
        this.listeners.onProtocolError?.(new GatewayProtocolError(`Event ${frame.seq} came after event ${lastConnection.seq}.`));
      }
      lastConnection.seq = frame.seq;
    }
    const definition = Object.hasOwn(events, frame.event) ? events[frame.event as EventName] : undefined;
    const checked = definition === undefined ? undefined : validate(definition.payload, frame.payload);
    if (checked !== undefined && !checked.ok) {
      this.listeners.onProtocolError?.(new GatewayProtocolError(`The event ${frame.event} is not of the protocol: ${checked.problems}`));
      return;
    }
    for (const listener of this.eventListeners.get(frame.event) ?? []) listener(frame.payload as never, frame);
  }

  /** Closes the connection where nothing came for too long. */
  private watch(socket: ClientSocket): void {
    const { tickIntervalMs } = socket.hello.policy;
    clearInterval(this.watchdog);
    this.watchdog = setInterval(() => {
      if (socket.silentMs <= MISSED_TICKS * tickIntervalMs) return;
      socket.close(TICK_TIMEOUT_CODE, 'tick timeout');
      // Nobody answers, so the closing handshake would not end either.
      socket.terminate();
    }, tickIntervalMs / 2);
    this.watchdog.unref();
  }

  private lost(code: number, reason: string): void {
    this.socket = undefined;
    clearInterval(this.watchdog);
    this.pending.failAll('The connection was lost before the answer came.');
    const willReconnect = !this.isClosed && this.options.reconnect !== false;
    this.listeners.onDisconnected?.(code, reason, willReconnect);
    if (willReconnect) this.reconnectLater();
  }

  private reconnectLater(): void {
    const { firstMs, longestMs } = this.options.backoff ?? DEFAULT_BACKOFF;
    const waitMs = Math.min(longestMs, firstMs * 2 ** this.attempts);
    this.attempts += 1;
    this.retry = setTimeout(() => {
      this.connect().catch((error: unknown) => {
        // A server that says no will say so again, unless it says otherwise.
        const isFinal = error instanceof GatewayRequestError && error.shape.retryable !== true;
        if (isFinal) this.listeners.onDisconnected?.(1008, error.message, false);
        else if (!this.isClosed) this.reconnectLater();
      });
    }, waitMs);
  }
}
