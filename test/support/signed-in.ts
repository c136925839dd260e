import type { Answer, Jarvis } from './jarvis.js';

/** A client of a guarded server, as a page of it asks: with its origin, and the session that it was given. */
export class SignedIn {
  private constructor(
    private readonly jarvis: Jarvis,
    readonly sessionId: string,
  ) {}

  static async asGuest(jarvis: Jarvis): Promise<SignedIn> {
    return new SignedIn(jarvis, await begin(jarvis, '/api/auth/guest', {}));
  }

  static async asOwner(jarvis: Jarvis, pin: string): Promise<SignedIn> {
    return new SignedIn(jarvis, await begin(jarvis, '/api/auth/login', { pin }));
  }

  get headers(): Record<string, string> {
    return { origin: this.jarvis.url, 'x-session-id': this.sessionId };
  }

  request(method: string, route: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.jarvis.request(method, route, body, { ...this.headers, ...headers });
  }

  /** Says something and waits for the JSON answer. */
  chat(message: string, sessionId?: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.request('POST', '/api/chat', { message, ...(sessionId === undefined ? {} : { sessionId }) }, { accept: 'application/json', ...headers });
  }
}

async function begin(jarvis: Jarvis, route: string, body: object): Promise<string> {
  const answer = await jarvis.request('POST', route, body, { origin: jarvis.url });
  if (answer.status !== 200) throw new Error(`${route} was answered ${answer.status}: ${answer.text}`);
  return (answer.body as { session_id: string }).session_id;
}
