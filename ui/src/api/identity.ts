import { HEARTBEAT_MS } from '../limits.js';
import { isFields, textOf } from './fields.js';
import { PIN_REFUSAL } from './problem.js';

/** Who the page is to a server that asks for it. `none` where it does not: then nothing of this shows. */
export type Role = 'none' | 'guest' | 'admin';

export interface IdentityState {
  role: Role;
  /** Whether something waits for the owner's PIN. */
  isPinWanted: boolean;
}

/** Why a request was refused, as far as that can be helped. */
export type Refusal = 'session' | 'pin' | undefined;

const KEY = 'jarvis.access-session';
const HEADER = 'x-session-id';

function readKept(): { id: string; role: Role } | undefined {
  try {
    const [role, id] = (sessionStorage.getItem(KEY) ?? '').split(' ');
    return id !== undefined && (role === 'guest' || role === 'admin') ? { id, role } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The page's session with a server that is guarded by a PIN (docs/security.md): a guest's by itself, the owner's with the PIN, kept for this tab.
 * A server that asks for none is never told of any.
 */
class Identity {
  private id: string | undefined;
  private state: IdentityState = { role: 'none', isPinWanted: false };
  private readonly listeners = new Set<() => void>();
  private beginning: Promise<boolean> | undefined;
  private answers: ((isSignedIn: boolean) => void)[] = [];
  private heartbeat: ReturnType<typeof setInterval> | undefined;

  constructor() {
    const kept = readKept();
    if (kept !== undefined) this.take(kept.id, kept.role);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): IdentityState => this.state;

  /** What a request has to carry. */
  get headers(): Record<string, string> {
    return this.id === undefined ? {} : { [HEADER]: this.id };
  }

  /**
   * Sends something as whoever the page is. Where the session is over or was never begun, once more as a new guest; where the owner's PIN is
   * wanted, once more when it was given. Without `mayAsk` nobody is asked for it.
   */
  async admitted<T>(attempt: () => Promise<T>, refusalOf: (result: T) => Promise<Refusal>, { mayAsk }: { mayAsk: boolean }): Promise<T> {
    const before = this.id;
    let result = await attempt();
    let refusal = await refusalOf(result);
    if (refusal === 'session' && (this.id !== before || (await this.beginAsGuest()))) {
      result = await attempt();
      refusal = await refusalOf(result);
    }
    if (refusal === 'pin' && mayAsk && (await this.askForPin())) result = await attempt();
    return result;
  }

  /** Resolves to whether the person has signed in; false where they would rather not. */
  askForPin(): Promise<boolean> {
    this.set({ isPinWanted: true });
    return new Promise((resolve) => this.answers.push(resolve));
  }

  /** Signs in. Resolves to what was wrong, '' where all was well. */
  async signIn(pin: string): Promise<string> {
    const body = await this.post('/api/auth/login', { pin }).catch(() => undefined);
    if (body === undefined) return 'Jarvis cannot be reached. Is it running?';
    if (body.sessionId === '') return body.error || 'The server did not take the PIN.';
    this.take(body.sessionId, 'admin');
    this.answer(true);
    return '';
  }

  /** The person would rather not sign in now. */
  dismiss(): void {
    this.answer(false);
  }

  /** Ends the session, also where the page is closed at once. */
  signOut(): void {
    if (this.id !== undefined) navigator.sendBeacon('/api/auth/logout', this.id);
    this.forget();
  }

  private beginAsGuest(): Promise<boolean> {
    this.beginning ??= this.post('/api/auth/guest', {})
      .then(({ sessionId }) => {
        if (sessionId !== '') this.take(sessionId, 'guest');
        else this.forget();
        return sessionId !== '';
      })
      .catch(() => false)
      .finally(() => (this.beginning = undefined));
    return this.beginning;
  }

  private async post(path: string, content: object): Promise<{ sessionId: string; error: string }> {
    const response = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) });
    const body: unknown = await response.json().catch(() => undefined);
    const fields = isFields(body) ? body : {};
    return { sessionId: response.ok ? textOf(fields.session_id) : '', error: textOf(fields.error) || textOf(fields.detail) };
  }

  private take(id: string, role: Role): void {
    this.id = id;
    this.keep(`${role} ${id}`);
    this.set({ role });
    this.heartbeat ??= setInterval(() => void this.beat(), HEARTBEAT_MS);
  }

  private forget(): void {
    this.id = undefined;
    this.keep('');
    clearInterval(this.heartbeat);
    this.heartbeat = undefined;
    this.set({ role: 'none' });
  }

  /** Keeps the session alive while the page is looked at. One that has ended is begun anew with the next request. */
  private async beat(): Promise<void> {
    if (document.visibilityState !== 'visible') return;
    const response = await fetch('/api/auth/heartbeat', { method: 'POST', headers: this.headers }).catch(() => undefined);
    if (response?.status === 401) this.forget();
  }

  private answer(isSignedIn: boolean): void {
    const answers = this.answers;
    this.answers = [];
    this.set({ isPinWanted: false });
    answers.forEach((answer) => answer(isSignedIn));
  }

  private keep(text: string): void {
    try {
      if (text === '') sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, text);
    } catch {
      // Storage is off or full: the session lasts until the page is loaded anew.
    }
  }

  private set(change: Partial<IdentityState>): void {
    this.state = { ...this.state, ...change };
    this.listeners.forEach((listener) => listener());
  }
}

export const identity = new Identity();

/** Why an answer refuses, as far as that can be helped. `error` is what its body says. */
export function refusalOf(httpStatus: number, error: string): Refusal {
  if (httpStatus === 401) return 'session';
  return httpStatus === 403 && error.startsWith(PIN_REFUSAL) ? 'pin' : undefined;
}
