import { WebSocket } from 'ws';
import { newId } from '../../common/ids.js';
import { type ConnectParams, type HelloOk, HelloOkSchema } from '../protocol/schemas/connect.js';
import type { EventFrame, ResponseFrame } from '../protocol/schemas/frames.js';
import { validate, validateFrame } from '../protocol/validators.js';
import { GatewayConnectionError, GatewayProtocolError, GatewayRequestError } from './client-errors.js';

/** Bytes of one inbound frame: the longest answer is a chat.history. */
const MAX_INBOUND_BYTES = 32 * 1024 * 1024;

/** How long the handshake may take. */
const HANDSHAKE_TIMEOUT_MS = 15_000;

/** What happens on one socket. */
export interface SocketListeners {
  /** The handshake succeeded. Called before any event, which may come in the same chunk. */
  onHello(hello: HelloOk): void;
  onResponse(frame: ResponseFrame): void;
  onEvent(frame: EventFrame): void;
  /** Something came that is not of the protocol; it was left out. */
  onProtocolError(error: GatewayProtocolError): void;
  /** It is over. Called once, and only after the handshake succeeded. */
  onClose(code: number, reason: string): void;
}

/** One WebSocket to the gateway, from its handshake to its end. Every frame is checked before anybody sees it. */
export class ClientSocket {
  private lastFrameAt = Date.now();

  private constructor(
    private readonly socket: WebSocket,
    readonly hello: HelloOk,
    private readonly listeners: SocketListeners,
  ) {
    socket.on('message', (data) => this.receive(String(data)));
    socket.once('close', (code, reason) => listeners.onClose(code, reason.toString()));
  }

  /** Connects. Rejects with GatewayConnectionError, or with GatewayRequestError where the server says no. */
  static open(url: string, params: ConnectParams, listeners: SocketListeners): Promise<ClientSocket> {
    const socket = new WebSocket(url, { maxPayload: MAX_INBOUND_BYTES, handshakeTimeout: HANDSHAKE_TIMEOUT_MS, perMessageDeflate: false });
    const id = newId();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => fail(new GatewayConnectionError('The server did not answer the handshake in time.')), HANDSHAKE_TIMEOUT_MS);
      const fail = (error: Error): void => {
        clearTimeout(timer);
        socket.off('message', answer);
        socket.terminate();
        reject(error);
      };
      const answer = (data: unknown): void => {
        const outcome = readHello(String(data), id);
        if (outcome === undefined) return;
        if (outcome instanceof Error) {
          fail(outcome);
          return;
        }
        clearTimeout(timer);
        socket.off('message', answer);
        listeners.onHello(outcome);
        // At once: what comes in the same chunk must find its listener.
        resolve(new ClientSocket(socket, outcome, listeners));
      };
      socket.on('message', answer);
      socket.on('error', (error) => fail(new GatewayConnectionError(`The gateway at ${url} cannot be reached: ${error.message}.`)));
      socket.once('close', (code, reason) => fail(new GatewayConnectionError(`The connection was closed in the handshake (${code} ${reason.toString()}).`, code)));
      socket.once('open', () => socket.send(JSON.stringify({ type: 'req', id, method: 'connect', params })));
    });
  }

  /** Milliseconds since anything came. */
  get silentMs(): number {
    return Date.now() - this.lastFrameAt;
  }

  send(frame: object): void {
    this.socket.send(JSON.stringify(frame));
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  /** Ends it without waiting for the server. */
  terminate(): void {
    this.socket.terminate();
  }

  private receive(text: string): void {
    this.lastFrameAt = Date.now();
    const frame = validateFrame(parse(text));
    if (!frame.ok) this.listeners.onProtocolError(new GatewayProtocolError(`The server sent a frame that is not of the protocol: ${frame.problems}`));
    else if (frame.value.type === 'res') this.listeners.onResponse(frame.value);
    else if (frame.value.type === 'event') this.listeners.onEvent(frame.value);
  }
}

/** The hello, or why there is none; undefined for a frame that is something else, such as the challenge. */
function readHello(text: string, id: string): HelloOk | Error | undefined {
  const frame = validateFrame(parse(text));
  if (!frame.ok) return new GatewayProtocolError(`The server does not speak the gateway's protocol: ${frame.problems}`);
  if (frame.value.type !== 'res' || frame.value.id !== id) return undefined;
  if (!frame.value.ok) return new GatewayRequestError(frame.value.error ?? { code: 'UNAVAILABLE', message: 'The server refused the connection.' });
  const hello = validate(HelloOkSchema, frame.value.payload);
  return hello.ok ? hello.value : new GatewayProtocolError(`The server's hello is not of the protocol: ${hello.problems}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
