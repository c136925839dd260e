import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ScriptedProvider, type ScriptedProviderOptions } from './scripted-provider.js';
import { startServer, type BuiltServer } from './start-server.js';

/** A JSON answer of the API, with its status and headers. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // The tests look into answers of every shape; what they find is what they assert.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

/** The built server with a scripted provider behind it, each a real HTTP server on loopback. */
export class Jarvis {
  private constructor(
    readonly provider: ScriptedProvider,
    public server: BuiltServer,
    private readonly settings: Record<string, unknown>,
  ) {}

  static async start(
    settings: Record<string, unknown> = {},
    options: ScriptedProviderOptions & { env?: Record<string, string>; home?: string; through?: readonly string[] } = {},
  ): Promise<Jarvis> {
    const provider = await ScriptedProvider.start(options);
    const all = { baseUrl: provider.baseUrl, selectedModel: 'main-model', fallbackModel: 'fallback-model', port: 0, ...settings };
    try {
      const { env, home, through } = options;
      const server = await startServer({ settings: all, ...(env && { env }), ...(home && { home }), ...(through && { through }) });
      return new Jarvis(provider, server, all);
    } catch (error) {
      // A provider that nobody closes keeps Jest from ending.
      await provider.close();
      throw error;
    }
  }

  get url(): string {
    return this.server.url;
  }

  get home(): string {
    return this.server.home;
  }

  /** Sends a request; a body that is no string is sent as JSON. */
  async request(method: string, route: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${this.url}${route}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  }

  /** Says something to the agent. */
  chat(message: string, sessionId?: string | null, headers?: Record<string, string>): Promise<Answer> {
    return this.request('POST', '/api/chat', sessionId === undefined ? { message } : { message, sessionId }, headers);
  }

  /** A JSON file below ~/.jarvis. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async readJson(...parts: string[]): Promise<any> {
    return JSON.parse(await this.readText(...parts));
  }

  /** The lines of a JSONL file below ~/.jarvis. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async readLines(...parts: string[]): Promise<any[]> {
    return (await this.readText(...parts)).trimEnd().split('\n').map((line) => JSON.parse(line) as unknown);
  }

  readText(...parts: string[]): Promise<string> {
    return readFile(path.join(this.home, '.jarvis', ...parts), 'utf8');
  }

  /** Stops the server with a signal and starts it again on the same home. */
  async restart(signal: NodeJS.Signals = 'SIGTERM', settings: Record<string, unknown> = {}): Promise<void> {
    await this.server.stop(signal);
    this.server = await startServer({ settings: { ...this.settings, ...settings }, home: this.home });
  }

  async stop(): Promise<void> {
    await Promise.all([this.server.stop('SIGKILL'), this.provider.close()]);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
