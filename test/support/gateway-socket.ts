import { WebSocket } from 'ws';

/** A frame as it came over the wire; the tests look into frames of every kind. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Frame = Record<string, any>;

const CLIENT = { id: 'test', version: 'dev', platform: 'node', mode: 'test' };
export const ALL_SCOPES = ['operator.admin', 'operator.read', 'operator.write', 'operator.pairing', 'operator.approvals'];

/** A WebSocket without any knowledge of the protocol: what is sent and received is what the test says and sees. */
export class GatewaySocket {
  readonly frames: Frame[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  private readonly waiting: { matches: (frame: Frame) => boolean; resolve: (frame: Frame) => void }[] = [];
  private nextId = 1;

  private constructor(readonly socket: WebSocket) {
    this.closed = new Promise((resolve) => socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() })));
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Frame;
      this.frames.push(frame);
      for (const waiter of this.waiting.filter(({ matches }) => matches(frame))) {
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        waiter.resolve(frame);
      }
    });
  }

  /** Opens a socket; rejects with the HTTP status where the server does not upgrade. */
  static open(url: string, headers: Record<string, string> = {}): Promise<GatewaySocket> {
    const gateway = new GatewaySocket(new WebSocket(url, { headers }));
    return new Promise((resolve, reject) => {
      gateway.socket.once('open', () => resolve(gateway));
      gateway.socket.once('unexpected-response', (_request, response) => {
        reject(Object.assign(new Error(`HTTP ${response.statusCode}`), { status: response.statusCode, headers: response.headers }));
      });
      gateway.socket.once('error', reject);
    });
  }

  /** Opens a socket and connects with these params beside the usual ones; rejects with the response where it is refused. */
  static async connect(url: string, params: Frame = { scopes: ALL_SCOPES }, headers: Record<string, string> = {}): Promise<GatewaySocket & { hello: Frame }> {
    const gateway = await GatewaySocket.open(url, headers);
    const response = await gateway.sendConnect(params);
    if (!response.ok) throw Object.assign(new Error(response.error.message as string), { response });
    return Object.assign(gateway, { hello: response.payload as Frame });
  }

  sendConnect({ client = {}, ...params }: Frame = {}): Promise<Frame> {
    return this.request('connect', { minProtocol: 3, maxProtocol: 3, client: { ...CLIENT, ...client }, ...params });
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** Sends a request and gives the response, whatever it says. */
  async request(method: string, params?: unknown): Promise<Frame> {
    const id = `t${this.nextId++}`;
    const response = this.next((frame) => frame.type === 'res' && frame.id === id);
    this.send({ type: 'req', id, method, ...(params === undefined ? {} : { params }) });
    return response;
  }

  /** The payload of a response that must be good. */
  async call(method: string, params?: unknown): Promise<Frame> {
    const response = await this.request(method, params);
    if (!response.ok) throw Object.assign(new Error(`${method}: ${JSON.stringify(response.error)}`), { response });
    return response.payload as Frame;
  }

  /** The next frame of this kind, from now on; rejects where the socket is closed before it comes. */
  next(matches: (frame: Frame) => boolean): Promise<Frame> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ matches, resolve });
      void this.closed.then(({ code, reason }) => reject(new Error(`The socket was closed before it came: ${code} ${reason}`)));
    });
  }

  /** The first event of this name and kind, also one that has come already. */
  event(name: string, matches: (payload: Frame) => boolean = () => true): Promise<Frame> {
    const isIt = (frame: Frame): boolean => frame.event === name && matches(frame.payload as Frame);
    const known = this.frames.find(isIt);
    return (known === undefined ? this.next(isIt) : Promise.resolve(known)).then((frame) => frame.payload as Frame);
  }

  /** Every event of this name so far. */
  events(name?: string): Frame[] {
    return this.frames.filter((frame) => frame.type === 'event' && (name === undefined || frame.event === name));
  }

  /** The numbers of all numbered events so far. */
  get seqs(): number[] {
    return this.frames.flatMap((frame) => (frame.seq === undefined ? [] : [frame.seq as number]));
  }
}
