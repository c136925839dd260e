import { mkdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { SystemClock } from '../../src/common/clock.js';
import { JarvisPaths } from '../../src/config/jarvis-paths.js';
import { TokenStore } from '../../src/security/token-store.js';
import { ASKED, documentedAccessRows } from '../support/documented-access-rows.js';
import { makeTestHome, startServer, type BuiltServer } from '../support/start-server.js';

const PIN = '493817';
const REQUESTS: Record<(typeof ASKED)[number], [method: string, route: string, body?: string]> = {
  health: ['GET', '/api/health'],
  guest: ['POST', '/api/auth/guest'],
  login: ['POST', '/api/auth/login', JSON.stringify({ pin: PIN })],
  'guests’ route': ['GET', '/api/conversations'],
  'owner’s route': ['GET', '/api/sessions'],
};

/** A client: the loopback address that it connects from, and what it sends. Each has its own, so that none uses up another's limits. */
interface Client {
  from: string;
  headers: Record<string, string>;
}

/** One server of a mode, and how each kind of client asks it. */
class Mode {
  private clients = 0;

  private constructor(
    readonly server: BuiltServer,
    private readonly ownersToken: string,
    private readonly keysToken: string,
  ) {}

  static async start(settings: object, env: Record<string, string> = {}): Promise<Mode> {
    const home = await makeTestHome();
    const { tokensFile } = new JarvisPaths(home);
    mkdirSync(path.dirname(tokensFile), { recursive: true });
    const tokens = new TokenStore(tokensFile, new SystemClock());
    const [owners, keys] = [await tokens.create({ name: 'phone' }), await tokens.create({ name: 'editor', scopes: ['completions'] })];
    const server = await startServer({ home, settings: { trustProxy: ['127.0.0.0/8'], ...settings }, env });
    return new Mode(server, owners.token, keys.token);
  }

  get origin(): string {
    return this.server.url;
  }

  ask([method, route, body]: [method: string, route: string, body?: string], { from, headers }: Client): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const sent = { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }) };
      const outgoing = request(`${this.server.url}${route}`, { method, localAddress: from, headers: sent }, (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
      });
      outgoing.on('error', reject).end(body);
    });
  }

  /** The client that a row of the table speaks of. */
  async client(who: string): Promise<Client> {
    this.clients += 1;
    const number = this.clients;
    const here = { from: `127.0.0.${number + 1}` };
    const elsewhere = (headers: Record<string, string>, address = `10.1.0.${number}`): Client => ({ from: '127.0.0.1', headers: { 'x-forwarded-for': address, 'x-forwarded-proto': 'http', ...headers } });
    const page = { origin: this.origin };
    const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
    switch (who) {
      case 'this machine':
      case 'this machine, no page':
        return { ...here, headers: {} };
      case 'this machine, any session id':
        return { ...here, headers: { 'x-session-id': '0'.repeat(32) } };
      case 'this machine, wrong token':
        return { ...here, headers: bearer('jrv_wrong') };
      case 'another site\'s page':
        return { ...here, headers: { origin: 'https://evil.example' } };
      case 'another site\'s page, owner\'s session':
        return { ...here, headers: { origin: 'https://evil.example', 'x-session-id': await this.session('login', { ...here, headers: page }) } };
      case 'page on this machine':
        return { ...here, headers: page };
      case 'page, guest\'s session':
        return { ...here, headers: { ...page, 'x-session-id': await this.session('guest', { ...here, headers: page }) } };
      case 'page, owner\'s session':
        return { ...here, headers: { ...page, 'x-session-id': await this.session('login', { ...here, headers: page }) } };
      case 'owner\'s session, no page':
        return { ...here, headers: { 'x-session-id': await this.session('login', { ...here, headers: page }) } };
      case 'page, session of another address':
        return { ...here, headers: { ...page, 'x-session-id': await this.session('login', { from: '127.0.0.200', headers: page }) } };
      case 'page, session that ended': {
        const headers = { ...page, 'x-session-id': await this.session('login', { ...here, headers: page }) };
        await this.ask(['POST', '/api/auth/logout'], { ...here, headers });
        return { ...here, headers };
      }
      case 'this machine, local token':
        return { ...here, headers: bearer(this.localToken()) };
      case 'elsewhere, local token':
        return elsewhere(bearer(this.localToken()));
      case 'elsewhere':
        return elsewhere({});
      case 'elsewhere, owner\'s token':
        return elsewhere(bearer(this.ownersToken));
      case 'elsewhere, token for completions':
        return elsewhere(bearer(this.keysToken));
      case 'page elsewhere':
        return elsewhere(page);
      case 'page, public address':
        return elsewhere(page, '203.0.113.9');
      default:
        throw new Error(`The table speaks of somebody whom this test does not know: ${who}`);
    }
  }

  private async session(kind: 'guest' | 'login', client: Client): Promise<string> {
    const { text } = await this.ask(REQUESTS[kind], client);
    return (JSON.parse(text) as { session_id: string }).session_id;
  }

  private localToken(): string {
    return readFileSync(new JarvisPaths(this.server.home).localTokenFile, 'utf8').trim();
  }
}

describe('the table of the two modes in docs/security.md', () => {
  const modes = new Map<string, Mode>();
  const rows = documentedAccessRows();

  beforeAll(async () => {
    modes.set('local', await Mode.start({}));
    modes.set('PIN', await Mode.start({}, { JARVIS_ADMIN_PIN: PIN }));
    modes.set('other host, no PIN', await Mode.start({ host: '0.0.0.0' }));
  });

  test('has rows for each mode', () => {
    expect(rows).toHaveLength(25);
  });

  test.each(rows.flatMap(({ mode, who, statuses }) => ASKED.map((asked, column) => [mode, who, asked, statuses[column] ?? 0] as const)))(
    '%s: %s asks for %s and is answered %i',
    async (mode, who, asked, status) => {
      const server = modes.get(mode) as Mode;
      expect((await server.ask(REQUESTS[asked], await server.client(who))).status).toBe(status);
    },
  );

  test('the page is shown in every mode, without a word about who asks', async () => {
    for (const mode of modes.values()) expect((await mode.ask(['GET', '/'], { from: '127.0.0.250', headers: {} })).status).toBe(200);
  });
});
