import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that a stub got. */
export interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The parsed JSON body; undefined where there is none. */
  readonly body: unknown;
}

/** A real HTTP server on 127.0.0.1 that answers JSON. */
export abstract class HttpStub {
  readonly requests: StubRequest[] = [];
  private readonly server: Server = createServer((request, response) => void this.handle(request, response));

  /** Begins to listen on a free port. */
  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  protected abstract answer(request: StubRequest): { status: number; body: unknown };

  private async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of message) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString('utf8');
    const request = {
      method: message.method ?? '',
      path: new URL(message.url ?? '/', 'http://127.0.0.1').pathname,
      headers: message.headers,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
    this.requests.push(request);
    const { status, body } = this.answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
}
