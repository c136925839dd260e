import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the engine answers: JSON, or whatever the function does. */
export type EngineAnswer = Record<string, unknown> | ((request: IncomingMessage, response: ServerResponse) => void);

/** A scripted SearXNG on loopback, for specs: a real HTTP server that records what it is asked. */
export class ScriptedEngine {
  answer: EngineAnswer = { results: [] };
  /** The queries, in order. */
  readonly queries: URLSearchParams[] = [];
  private readonly server: Server = createServer((request, response) => this.handle(request, response));

  static async start(): Promise<ScriptedEngine> {
    const engine = new ScriptedEngine();
    await new Promise<void>((resolve) => engine.server.listen(0, '127.0.0.1', resolve));
    return engine;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://engine');
    if (pathname !== '/search') {
      response.writeHead(404).end();
      return;
    }
    this.queries.push(searchParams);
    if (typeof this.answer === 'function') this.answer(request, response);
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(this.answer));
  }
}
