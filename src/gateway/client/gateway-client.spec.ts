import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ConnectParams, HelloOk } from '../protocol/schemas/connect.js';
import { GatewayConnectionError, GatewayProtocolError, GatewayRequestError } from './client-errors.js';
import { GatewayClient, type GatewayClientListeners } from './gateway-client.js';

type Frame = Record<string, unknown>;

/** A server that does what the test says; it knows the handshake alone. */
class ScriptedGateway {
  readonly connects: ConnectParams[] = [];
  readonly sockets: WebSocket[] = [];
  /** Answers what is not a connect. */
  onRequest: (frame: Frame, send: (frame: unknown) => void) => void = () => undefined;
  onConnect: (params: ConnectParams) => Partial<HelloOk> | Frame = () => ({});
  tickIntervalMs = 30_000;
  /** Sent in the same chunk as the hello. */
  early: readonly Frame[] = [];
  private readonly server = new WebSocketServer({ port: 0, host: '127.0.0.1' });

  private constructor() {
    this.server.on('connection', (socket) => {
      this.sockets.push(socket);
      const send = (frame: unknown): void => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
      send({ type: 'event', event: 'connect.challenge', payload: { nonce: 'n', ts: 1 } });
      socket.on('message', (data) => {
        const frame = JSON.parse(String(data)) as Frame;
        if (frame.method !== 'connect') {
          this.onRequest(frame, send);
          return;
        }
        const params = frame.params as ConnectParams;
        this.connects.push(params);
        const answer = this.onConnect(params);
        if ('error' in answer) send({ type: 'res', id: frame.id, ok: false, ...answer });
        else {
          const raw = (socket as unknown as { _socket: { cork(): void; uncork(): void } })._socket;
          raw.cork();
          send({ type: 'res', id: frame.id, ok: true, payload: { ...this.hello(), ...answer } });
          for (const early of this.early) send(early);
          raw.uncork();
        }
      });
    });
  }

  static async start(): Promise<ScriptedGateway> {
    const gateway = new ScriptedGateway();
    await once(gateway.server, 'listening');
    return gateway;
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  event(event: string, payload: unknown, seq?: number): void {
    this.sockets.at(-1)?.send(JSON.stringify({ type: 'event', event, payload, ...(seq === undefined ? {} : { seq }) }));
  }

  close(): Promise<void> {
    for (const socket of this.sockets) socket.terminate();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private hello(): HelloOk {
    return {
      type: 'hello-ok',
      protocol: 3,
      server: { version: 'test', connId: `conn-${this.connects.length}` },
      features: { methods: [], events: [] },
      snapshot: {
        presence: [],
        health: { ok: true, ts: 1, durationMs: 0, version: 'x', uptimeMs: 0, channels: {}, channelOrder: [], heartbeatSeconds: 0, defaultAgentId: 'main', agents: [], sessions: { count: 0 } },
        stateVersion: { presence: 0, health: 0 },
        uptimeMs: 0,
        sessionDefaults: { defaultAgentId: 'main', mainKey: 'main', mainSessionKey: 'main' },
      },
      auth: { role: 'operator', scopes: [] },
      policy: { maxPayload: 1, maxBufferedBytes: 1, tickIntervalMs: this.tickIntervalMs },
    };
  }
}

let server: ScriptedGateway;
let client: GatewayClient;
beforeEach(async () => {
  server = await ScriptedGateway.start();
});
afterEach(async () => {
  client.close();
  await server.close();
});

function connectClient(listeners: GatewayClientListeners = {}, options: Partial<ConstructorParameters<typeof GatewayClient>[0]> = {}): GatewayClient {
  client = new GatewayClient({ url: server.url, scopes: ['operator.read'], backoff: { firstMs: 5, longestMs: 20 }, ...options }, listeners);
  return client;
}

/** A promise and the listener that fulfils it. */
function heard<T extends unknown[]>(): { listener: (...args: T) => void; promise: Promise<T> } {
  let listener!: (...args: T) => void;
  const promise = new Promise<T>((resolve) => (listener = (...args) => resolve(args)));
  return { listener, promise };
}

describe('GatewayClient', () => {
  test('connects, asks and hears, with what it was told to be', async () => {
    server.onRequest = ({ id, params }, send) => send({ type: 'res', id, ok: true, payload: { ok: true, key: (params as Frame).key, deleted: true } });
    const hello = await connectClient({}, { client: { id: 'cli', mode: 'cli' }, auth: { token: 't' } }).connect();
    expect(hello.server.connId).toBe('conn-1');
    expect(server.connects[0]).toMatchObject({ minProtocol: 3, maxProtocol: 3, client: { id: 'cli', mode: 'cli' }, scopes: ['operator.read'], auth: { token: 't' } });
    expect(await client.request('sessions.delete', { key: 'a' })).toEqual({ ok: true, key: 'a', deleted: true });
    const tick = heard<[{ ts: number }, unknown]>();
    client.on('tick', tick.listener);
    server.event('tick', { ts: 5 }, 1);
    expect((await tick.promise)[0]).toEqual({ ts: 5 });
  });

  test('waits for the second answer where it is told of the first', async () => {
    server.onRequest = ({ id }, send) => {
      send({ type: 'res', id, ok: true, payload: { runId: 'r', status: 'accepted', acceptedAt: 1, sessionKey: 'main' } });
      setTimeout(() => send({ type: 'res', id, ok: true, payload: { runId: 'r', status: 'ok', summary: 'completed' } }), 60);
    };
    await connectClient().connect();
    const params = { message: 'x', idempotencyKey: 'k' };
    expect(await client.request('agent', params)).toMatchObject({ status: 'accepted' });
    const accepted = heard<[unknown]>();
    expect(await client.request('agent', params, { onAccepted: accepted.listener, timeoutMs: 30 })).toEqual({ runId: 'r', status: 'ok', summary: 'completed' });
    expect((await accepted.promise)[0]).toMatchObject({ status: 'accepted' });
  });

  test('an error of the server, a bad answer, no answer and an abort are told apart', async () => {
    server.onRequest = ({ id, method }, send) => {
      if (method === 'status') send({ type: 'res', id, ok: false, error: { code: 'INVALID_REQUEST', message: 'no', details: { a: 1 } } });
      if (method === 'health') send({ type: 'res', id, ok: true, payload: { ok: 'yes' } });
    };
    await connectClient().connect();
    await expect(client.request('status', {})).rejects.toMatchObject({ constructor: GatewayRequestError, shape: { code: 'INVALID_REQUEST', details: { a: 1 } } });
    await expect(client.request('health', {})).rejects.toBeInstanceOf(GatewayProtocolError);
    await expect(client.request('cron.status', {}, { timeoutMs: 20 })).rejects.toThrow('cron.status was not answered within 20 ms.');
    const reason = new Error('enough');
    await expect(client.request('cron.status', {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test('comes back after a loss, says what it had seen, and gets the rest', async () => {
    const connected = heard<[HelloOk, boolean]>();
    let times = 0;
    const disconnected = heard<[number, string, boolean]>();
    await connectClient({ onConnected: (hello, isComplete) => (times += 1) === 2 && connected.listener(hello, isComplete), onDisconnected: disconnected.listener }).connect();
    const seen = heard<[unknown, unknown]>();
    client.on('tick', (payload, frame) => frame.seq === 2 && seen.listener(payload, frame));
    server.event('tick', { ts: 1 }, 1);
    server.event('tick', { ts: 2 }, 2);
    await seen.promise;
    server.onConnect = ({ resume }) => ({ resume: { resumed: true, seq: resume?.seq ?? 0 } });
    const lost = client.request('status', {});
    server.sockets[0]?.terminate();
    await expect(lost).rejects.toBeInstanceOf(GatewayConnectionError);
    expect(await disconnected.promise).toEqual([1006, '', true]);
    expect((await connected.promise)[1]).toBe(true);
    expect(server.connects[1]?.resume).toEqual({ connId: 'conn-1', seq: 2 });
    const third = heard<[unknown, unknown]>();
    client.on('tick', third.listener);
    server.event('tick', { ts: 3 }, 3);
    expect((await third.promise)[0]).toEqual({ ts: 3 });
  });

  test('hears events that come in the same chunk as the hello', async () => {
    const problems: string[] = [];
    server.early = [1, 2].map((seq) => ({ type: 'event', event: 'tick', payload: { ts: seq }, seq }));
    connectClient({ onProtocolError: (error) => problems.push(error.message) });
    const ticks: number[] = [];
    const third = heard<[unknown]>();
    client.on('tick', ({ ts }) => (ticks.push(ts) === 3 ? third.listener(ts) : undefined));
    await client.connect();
    server.event('tick', { ts: 3 }, 3);
    await third.promise;
    expect([ticks, problems]).toEqual([[1, 2, 3], []]);
  });

  test('says so where what it missed is gone', async () => {
    const again = heard<[boolean]>();
    let times = 0;
    await connectClient({ onConnected: (_hello, isComplete) => (times += 1) === 2 && again.listener(isComplete) }).connect();
    server.onConnect = () => ({ resume: { resumed: false, seq: 0, reason: 'gone' } });
    server.sockets[0]?.terminate();
    expect(await again.promise).toEqual([false]);
  });

  test('gives up where the server says no for good, and not where it says later', async () => {
    const over = heard<[number, string, boolean]>();
    await connectClient({ onDisconnected: (code, reason, willReconnect) => !willReconnect && over.listener(code, reason, willReconnect) }).connect();
    const answers = [
      { error: { code: 'UNAVAILABLE', message: 'stopping', retryable: true } },
      { error: { code: 'INVALID_REQUEST', message: 'unauthorized' } },
    ];
    server.onConnect = () => answers.shift() ?? {};
    server.sockets[0]?.terminate();
    expect(await over.promise).toEqual([1008, 'unauthorized', false]);
    expect(server.connects).toHaveLength(3);
  });

  test('notices a server that is silent', async () => {
    server.tickIntervalMs = 40;
    const over = heard<[number, string, boolean]>();
    await connectClient({ onDisconnected: over.listener }, { reconnect: false }).connect();
    expect((await over.promise)[2]).toBe(false);
  });

  test('hands out nothing that is not of the protocol', async () => {
    const problems: string[] = [];
    const last = heard<[unknown, unknown]>();
    await connectClient({ onProtocolError: (error) => problems.push(error.message) }).connect();
    client.on('tick', last.listener);
    const socket = server.sockets[0] as WebSocket;
    socket.send('no json');
    socket.send('{"type":"later","x":1}');
    server.event('tick', { ts: 'now' }, 1);
    server.event('tick', { ts: 3 }, 3);
    expect((await last.promise)[0]).toEqual({ ts: 3 });
    expect(problems).toEqual([
      expect.stringContaining('a frame that is not of the protocol'),
      expect.stringContaining('a frame that is not of the protocol'),
      expect.stringContaining('The event tick is not of the protocol: at /ts: must be integer'),
      'Event 3 came after event 1.',
    ]);
  });

  test('a server that is not there, or speaks something else, is said plainly', async () => {
    await expect(connectClient({}, { url: 'ws://127.0.0.1:1' }).connect()).rejects.toBeInstanceOf(GatewayConnectionError);
    server.onConnect = () => ({ protocol: 'three' });
    await expect(connectClient().connect()).rejects.toBeInstanceOf(GatewayProtocolError);
    await expect(client.request('health', {})).rejects.toThrow('There is no connection to the gateway.');
  });
});
