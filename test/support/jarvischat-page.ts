import { ScriptedEngine } from '../../src/search/testing/scripted-engine.js';
import { readFrames, type Frame } from './event-stream.js';
import { Jarvis, type Answer } from './jarvis.js';

export const PIN = '493817';
export const COMPLETIONS_KEY = 'jc-sk-test-0123456789abcdef';
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;
export const INCIDENT = /^INC-\d{8}-\d{6}-[0-9A-F]{8}$/;
export const OK = { status: 'ok' };

/** A guarded server as JarvisChat's installations have it, a scripted model and a scripted SearXNG behind it. */
export class JarvisChatServer {
  private clients = 0;

  private constructor(
    readonly jarvis: Jarvis,
    readonly engine: ScriptedEngine,
  ) {}

  static async start(settings: Record<string, unknown> = {}, env: Record<string, string> = {}): Promise<JarvisChatServer> {
    const engine = await ScriptedEngine.start();
    const jarvis = await Jarvis.start(
      { trustProxy: ['127.0.0.1'], searxngUrl: engine.url, guestReads: 'all', ...settings },
      { env: { JARVISCHAT_ADMIN_PIN: PIN, JARVISCHAT_COMPLETIONS_API_KEY: COMPLETIONS_KEY, ...env } },
    );
    return new JarvisChatServer(jarvis, engine);
  }

  get provider(): Jarvis['provider'] {
    return this.jarvis.provider;
  }

  /** A page at an address of its own that has no session yet. */
  page(): JarvisChatPage {
    this.clients += 1;
    const address = `10.9.${Math.floor(this.clients / 250)}.${(this.clients % 250) + 1}`;
    return new JarvisChatPage(this.jarvis, { origin: this.jarvis.url, 'x-forwarded-proto': 'http', 'x-forwarded-for': address });
  }

  guest(): Promise<JarvisChatPage> {
    return this.page().begin('/api/auth/guest', {});
  }

  admin(): Promise<JarvisChatPage> {
    return this.page().begin('/api/auth/login', { pin: PIN });
  }

  /** What the model was sent, by the order of its requests. */
  sent(index: number): { model: string; messages: { role: string; content: string }[]; stream?: boolean } {
    return this.provider.requests[index]?.body as unknown as { model: string; messages: { role: string; content: string }[]; stream?: boolean };
  }

  /** Forgets what was scripted and asked. */
  reset(): void {
    this.provider.reset();
    this.provider.fallback = undefined;
    this.engine.queries.length = 0;
    this.engine.answer = { results: [] };
  }

  async stop(): Promise<void> {
    await this.jarvis.stop();
    await this.engine.close();
  }
}

/** Asks as JarvisChat's page does: with its origin, and with `X-Session-ID` as soon as it has a session. */
export class JarvisChatPage {
  constructor(
    private readonly jarvis: Jarvis,
    readonly headers: Readonly<Record<string, string>>,
  ) {}

  async begin(route: string, body: object): Promise<JarvisChatPage> {
    const answer = await this.request('POST', route, body);
    if (answer.status !== 200) throw new Error(`${route} was answered ${answer.status}: ${answer.text}`);
    return new JarvisChatPage(this.jarvis, { ...this.headers, 'x-session-id': (answer.body as { session_id: string }).session_id });
  }

  request(method: string, route: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.jarvis.request(method, route, body, { ...this.headers, ...headers });
  }

  get(route: string): Promise<Answer> {
    return this.request('GET', route);
  }

  /** The frames of an answer that is a stream. */
  async stream(route: string, body: object): Promise<Frame['data'][]> {
    const response = await fetch(`${this.jarvis.url}${route}`, {
      method: 'POST',
      headers: { ...this.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/event-stream/)]);
    const all: Frame['data'][] = [];
    for await (const { data } of readFrames(response)) all.push(data);
    return all;
  }
}

/** The text that the page shows at the end. */
export function shown(frames: readonly Frame['data'][]): string {
  return frames.reduce<string>((text, data) => (data.reset ? '' : text + (data.token ?? '')), '');
}

/** Refused, with the reason where JarvisChat's clients look for it. */
export function expectRefused(answer: Answer, status: number, reason: string | RegExp = /\S/): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: expect.objectContaining({ detail: typeof reason === 'string' ? reason : expect.stringMatching(reason) }),
  });
  expect(answer.body).not.toHaveProperty('error_key');
}
