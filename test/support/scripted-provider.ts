import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  answer,
  failure,
  finalAnswer,
  raw,
  type AnswerOptions,
  type RawOptions,
  type ScriptedReply,
  type ScriptedToolCall,
} from './scripted-reply.js';
import { sendReply } from './scripted-wire.js';

/** One request that the provider received. */
export interface ScriptedRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it came over the wire. */
  text: string;
  /** The body parsed; `{}` where it is no JSON object. */
  body: Readonly<Record<string, unknown>>;
  /** `Date.now()` when the request had been read. */
  receivedAt: number;
  /** `Date.now()` when the exchange ended: the answer was sent whole, or the client closed its socket. */
  closedAt?: number;
  /** The client closed its socket before it had the whole answer. */
  abandoned: boolean;
  /** Resolves when the exchange has ended. */
  closed: Promise<void>;
}

/** Answers what the queue does not. */
export type ScriptedFallback = (request: ScriptedRequest) => ScriptedReply | Promise<ScriptedReply>;

export interface ScriptedProviderOptions {
  /** What GET /v1/models lists. */
  models?: readonly Readonly<Record<string, unknown>>[];
  fallback?: ScriptedFallback;
}

/**
 * A scripted stand-in for a model provider: a real HTTP server on 127.0.0.1 that speaks OpenAI's
 * `/v1/chat/completions` (streamed or not, as asked) and `/v1/models`. Replies are taken from a queue in order, then
 * from `fallback`; a request that nobody scripted is answered with HTTP 500 and a body that says so, and is counted in
 * `unscripted`. Every request is recorded.
 *
 * ```ts
 * const provider = await ScriptedProvider.start();
 * provider.replyToolCalls([{ name: 'exec', arguments: { cmd: 'uname' } }]);
 * provider.replyAnswer('It runs Linux.');
 * ... point `baseUrl` at provider.baseUrl and talk ...
 * expect(provider.requests[1].body.messages).toHaveLength(4);
 * await provider.close();
 * ```
 *
 * Scripts in plain JavaScript load it with `importTypeScript` of ./import-typescript.mjs.
 */
export class ScriptedProvider {
  /** Chat requests in the order of their arrival. */
  readonly requests: ScriptedRequest[] = [];
  /** All other requests (GET /v1/models ...). */
  readonly otherRequests: ScriptedRequest[] = [];
  /** Chat requests that found neither a queued reply nor a fallback. */
  unscripted = 0;
  models: readonly Readonly<Record<string, unknown>>[];
  fallback: ScriptedFallback | undefined;

  private readonly queue: ScriptedReply[] = [];
  private readonly waiting: { position: number; resolve: (request: ScriptedRequest) => void }[] = [];
  private readonly server: Server;

  private constructor(options: ScriptedProviderOptions) {
    this.models = options.models ?? [{ id: 'scripted-model', object: 'model' }];
    this.fallback = options.fallback;
    this.server = createServer((request, response) => void this.handle(request, response));
  }

  /** Starts listening on a free port of 127.0.0.1. */
  static async start(options: ScriptedProviderOptions = {}): Promise<ScriptedProvider> {
    const provider = new ScriptedProvider(options);
    await new Promise<void>((resolve, reject) => {
      provider.server.once('error', reject);
      provider.server.listen(0, '127.0.0.1', resolve);
    });
    return provider;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** What settings.json takes as `baseUrl`. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}/v1`;
  }

  /** Queued replies that nobody has asked for yet. */
  get remaining(): number {
    return this.queue.length;
  }

  /** Queues replies built with the functions of scripted-reply.ts. */
  enqueue(...replies: readonly ScriptedReply[]): this {
    this.queue.push(...replies);
    return this;
  }

  /** Queues a well-formed answer. */
  reply(options: AnswerOptions): this {
    return this.enqueue(answer(options));
  }

  /** Queues a final answer in Jarvis's JSON contract. */
  replyAnswer(response: string, logSummary?: string, options?: AnswerOptions): this {
    return this.enqueue(finalAnswer(response, logSummary, options));
  }

  /** Queues tool calls, with text beside them where `options.content` says so. */
  replyToolCalls(toolCalls: readonly ScriptedToolCall[], options: AnswerOptions = {}): this {
    return this.enqueue(answer({ ...options, toolCalls }));
  }

  /** Queues bytes as they are. */
  replyRaw(options: RawOptions): this {
    return this.enqueue(raw(options));
  }

  /** Queues an HTTP error. */
  replyError(status: number, body: unknown = { error: { message: `Scripted HTTP ${status}` } }, headers?: Readonly<Record<string, string>>): this {
    return this.enqueue(failure(status, body, headers));
  }

  /** The chat request at this position (0 is the first), as soon as it has arrived. */
  request(position: number): Promise<ScriptedRequest> {
    const arrived = this.requests[position];
    if (arrived !== undefined) return Promise.resolve(arrived);
    return new Promise((resolve) => this.waiting.push({ position, resolve }));
  }

  /** Forgets the queue and what was recorded; keeps listening. */
  reset(): void {
    this.queue.length = 0;
    this.requests.length = 0;
    this.otherRequests.length = 0;
    this.unscripted = 0;
  }

  /** Cuts every connection and stops listening. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await record(message, response).catch(() => undefined);
    if (request === undefined) return;
    const isChat = request.method === 'POST' && /\/chat\/completions$/.test(request.path);
    (isChat ? this.requests : this.otherRequests).push(request);
    const sequence = this.requests.length;
    if (isChat) this.announce(request);
    const reply = isChat ? await this.replyTo(request) : this.replyToOther(request);
    await sendReply(reply, request.body, sequence, response);
  }

  private announce(request: ScriptedRequest): void {
    const position = this.requests.length - 1;
    for (const waiter of this.waiting.filter((candidate) => candidate.position === position)) {
      this.waiting.splice(this.waiting.indexOf(waiter), 1);
      waiter.resolve(request);
    }
  }

  private async replyTo(request: ScriptedRequest): Promise<ScriptedReply> {
    const queued = this.queue.shift();
    if (queued !== undefined) return queued;
    if (this.fallback !== undefined) {
      try {
        return await this.fallback(request);
      } catch (error) {
        return failure(500, { error: { message: `The fallback of the scripted provider threw: ${String(error)}` } });
      }
    }
    this.unscripted += 1;
    return failure(500, { error: { message: `The scripted provider has no reply for chat request ${this.requests.length}.` } });
  }

  private replyToOther(request: ScriptedRequest): ScriptedReply {
    if (request.method === 'GET' && /\/models$/.test(request.path)) {
      const body = JSON.stringify({ object: 'list', data: this.models });
      return raw({ headers: { 'content-type': 'application/json' }, chunks: [body] });
    }
    return failure(404, { error: { message: `The scripted provider has no ${request.method} ${request.path}.` } });
  }
}

async function record(message: IncomingMessage, response: ServerResponse): Promise<ScriptedRequest> {
  const request: ScriptedRequest = {
    method: message.method ?? '',
    path: new URL(message.url ?? '/', 'http://127.0.0.1').pathname,
    headers: message.headers,
    text: '',
    body: {},
    receivedAt: 0,
    abandoned: false,
    closed: new Promise((resolve) => {
      response.once('close', () => {
        request.closedAt = Date.now();
        request.abandoned = !response.writableFinished;
        resolve();
      });
    }),
  };
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  request.text = Buffer.concat(parts).toString('utf8');
  request.body = parseObject(request.text);
  request.receivedAt = Date.now();
  return request;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
