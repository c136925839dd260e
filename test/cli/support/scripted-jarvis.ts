import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the command line made. */
export interface SeenRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

/** An answer to one kind of request. */
export interface ScriptedAnswer {
  status?: number;
  body: unknown;
}

type Answer = (request: SeenRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** A server that answers as a test says: for what the real one does only at unlikely moments. Health is always ok. */
export class ScriptedJarvis {
  readonly seen: SeenRequest[] = [];
  private readonly answers = new Map<string, Answer>();
  private readonly server: Server = createServer((request, response) => void this.handle(request, response));

  static async start(): Promise<ScriptedJarvis> {
    const jarvis = new ScriptedJarvis();
    await new Promise<void>((resolve) => jarvis.server.listen(0, '127.0.0.1', resolve));
    jarvis.on('GET /api/health', () => ({ body: { status: 'ok', version: '0.1.0', uptimeSeconds: 1 } }));
    jarvis.on('GET /api/approvals', () => ({ body: { approvals: [] } }));
    jarvis.on('POST /api/chat', ({ body }) => ({ body: answerTo(body, `You said: ${String(body.message)}`) }));
    return jarvis;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Sets the answer to `METHOD /path`; a path may end in `*`. */
  on(route: string, answer: Answer): void {
    this.answers.set(route, answer);
  }

  /** The requests to one route. */
  to(route: string): SeenRequest[] {
    return this.seen.filter((request) => matches(route, request));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
    const seen: SeenRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
    this.seen.push(seen);
    const route = [...this.answers.keys()].find((candidate) => matches(candidate, seen));
    const { status = 200, body } = (await (route === undefined ? undefined : this.answers.get(route))?.(seen)) ?? { status: 404, body: { error: 'Not found.' } };
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' }).end(isText ? body : JSON.stringify(body));
  }
}

/** The contract's answer in a session. */
export function answerTo(request: Record<string, unknown>, response: string, status = 'ok'): Record<string, unknown> {
  return { sessionId: request.sessionId, response, logSummary: 'Scripted.', toolCalls: [], status, runId: 'run' };
}

function matches(route: string, { method, path }: SeenRequest): boolean {
  const asked = `${method} ${path}`;
  return route.endsWith('*') ? asked.startsWith(route.slice(0, -1)) : asked === route;
}
