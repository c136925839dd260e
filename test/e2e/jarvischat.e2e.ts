import { Jarvis, type Answer } from '../support/jarvis.js';
import { SignedIn } from '../support/signed-in.js';

/*
 * The routes of JarvisChat as its page and scripts use them: with a PIN set, X-Session-ID and Origin. What its own tests assert beyond this stands
 * in: sign-in, guests, guard-rails, access-modes and incidents (sessions, roles, rates, sizes, addresses, envelopes), search and search-real
 * (perplexity, refusals, results, addresses of sources), memory (remember, forget), conversations, presets, preferences, models and completions.
 */

const PIN = '4938';
type Who = 'owner' | 'guest' | 'nobody';
type Row = readonly [who: Who, method: string, route: string, body: unknown, status: number, expected?: object];

describe('JarvisChat’s routes, with a PIN', () => {
  let jarvis: Jarvis;
  let owner: SignedIn;
  /** The owner in another tab: each session has a count of its own. */
  let secondTab: SignedIn;
  let guest: SignedIn;

  beforeAll(async () => {
    jarvis = await Jarvis.start({}, { env: { JARVISCHAT_ADMIN_PIN: PIN }, models: [{ id: 'llama3.1:latest', object: 'model' }] });
    jarvis.provider.fallback = () => ({ type: 'answer', content: '{"response":"Hello there.","logSummary":"Greeted."}' });
    owner = await SignedIn.asOwner(jarvis, PIN);
    secondTab = await SignedIn.asOwner(jarvis, PIN);
    guest = await SignedIn.asGuest(jarvis);
  });
  afterAll(() => jarvis.stop());

  const ask = (who: Who, method: string, route: string, body?: unknown): Promise<Answer> =>
    who === 'nobody' ? jarvis.request(method, route, body, { origin: jarvis.url }) : (who === 'owner' ? owner : guest).request(method, route, body);

  const inSecondTab = (method: string, route: string, body?: unknown): Promise<Answer> => secondTab.request(method, route, body);

  const check = async ([who, method, route, body, status, expected]: Row): Promise<void> => {
    const answer = await ask(who, method, route, body);
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([status, expect.any(String)]);
    if (expected !== undefined) expect(answer.body).toMatchObject(expected);
    if (status >= 400) expect(answer.body).toMatchObject({ detail: expect.any(String) });
  };

  const MUST_SIGN_IN = { detail: 'Authentication required' };
  const NEEDS_PIN = { detail: 'Admin PIN required for this action' };

  describe('auth and capabilities', () => {
    test.each<Row>([
      ['nobody', 'POST', '/api/auth/guest', {}, 200, { status: 'ok', role: 'guest', timeout_seconds: 90, session_id: expect.stringMatching(/^[0-9a-f]{32}$/) }],
      ['nobody', 'POST', '/api/auth/login', { pin: Number(PIN) }, 200, { status: 'ok', role: 'admin' }],
      ['nobody', 'POST', '/api/auth/login', { pin: '0000' }, 401],
      ['nobody', 'GET', '/api/auth/session', undefined, 200, { authenticated: false, role: 'none' }],
      ['guest', 'GET', '/api/auth/session', undefined, 200, { authenticated: true, role: 'guest' }],
      ['owner', 'GET', '/api/auth/session', undefined, 200, { authenticated: true, role: 'admin' }],
      ['owner', 'POST', '/api/auth/heartbeat', {}, 200, { status: 'ok' }],
      ['nobody', 'POST', '/api/auth/heartbeat', {}, 401],
      ['nobody', 'POST', '/api/auth/logout', { session_id: 'unknown' }, 200, { status: 'ok' }],
      ['nobody', 'GET', '/api/presets', undefined, 401, MUST_SIGN_IN],
      ['nobody', 'POST', '/api/chat', { message: 'Hi' }, 401, MUST_SIGN_IN],
    ])('%s %s %s %j is %i', (...row) => check(row as unknown as Row));
  });

  describe('what needs the PIN', () => {
    test.each<Row>(
      (
        [
          ['POST', '/api/conversations', {}],
          ['PUT', '/api/conversations/x', { title: 'x' }],
          ['DELETE', '/api/conversations/x', undefined],
          ['DELETE', '/api/conversations', undefined],
          ['POST', '/api/memories', { fact: 'x' }],
          ['PUT', '/api/memories/1', { fact: 'x' }],
          ['DELETE', '/api/memories/1', undefined],
          ['POST', '/api/presets', { name: 'x', prompt: 'y' }],
          ['PUT', '/api/presets/x', { name: 'x', prompt: 'y' }],
          ['DELETE', '/api/presets/x', undefined],
          ['PUT', '/api/profile', { content: 'x' }],
          ['PUT', '/api/settings', { search_enabled: true }],
          ['PUT', '/api/skills/memory.add', { enabled: false }],
        ] as const
      ).map(([method, route, body]) => ['guest', method, route, body, 403, NEEDS_PIN] as const),
    )('%s %s %s %j is %i', (...row) => check(row as unknown as Row));
  });

  describe('reading', () => {
    test.each<Row>([
      ['guest', 'GET', '/api/conversations', undefined, 200, []],
      ['guest', 'GET', '/api/presets', undefined, 200],
      ['guest', 'GET', '/api/profile/default', undefined, 200, { content: expect.any(String) }],
      ['guest', 'GET', '/api/skills', undefined, 200, { count: 10 }],
      ['guest', 'GET', '/api/skills/active', undefined, 200, { skills_enabled: true }],
      ['guest', 'GET', '/api/models', undefined, 200, { models: [{ name: 'llama3.1:latest', model: 'llama3.1:latest' }] }],
      ['guest', 'GET', '/api/ps', undefined, 200, { object: 'list' }],
      ['guest', 'GET', '/api/stats', undefined, 200, { cpu_percent: expect.any(Number), memory_total_gb: expect.any(Number), gpu_available: expect.any(Boolean) }],
      ['guest', 'GET', '/api/search/status', undefined, 200, { available: false }],
      ['owner', 'GET', '/api/memories', undefined, 200, { memories: [], count: 0 }],
      ['owner', 'GET', '/api/memories/stats', undefined, 200, { total: 0, by_topic: {} }],
      ['owner', 'GET', '/api/memories/search?q=AND OR NOT "', undefined, 200, { results: [], count: 0 }],
      ['owner', 'GET', '/api/memories/search', undefined, 400],
      ['owner', 'GET', '/api/settings', undefined, 200, { profile_enabled: true, search_enabled: true, memory_enabled: true, skills_enabled: true, default_model: 'main-model' }],
      ['owner', 'GET', '/api/conversations/unknown', undefined, 404],
    ])('%s %s %s %j is %i', (...row) => check(row as unknown as Row));
  });

  describe('limits and bad input', () => {
    test.each<Row>([
      ['owner', 'POST', '/api/chat', { message: '  ' }, 400],
      ['owner', 'POST', '/api/search', { query: '' }, 400],
      ['owner', 'POST', '/api/search', { query: 'x'.repeat(501) }, 413],
      ['guest', 'POST', '/api/chat', { message: 'x'.repeat(8_001) }, 413],
      ['owner', 'POST', '/api/memories', { fact: ' ' }, 400],
      ['owner', 'POST', '/api/memories', { fact: 'x'.repeat(2_001) }, 413],
      ['owner', 'PUT', '/api/memories/abc', { fact: 'x' }, 400],
      ['owner', 'PUT', '/api/memories/999', { fact: 'x' }, 404],
      ['owner', 'DELETE', '/api/memories/999', undefined, 404],
      ['owner', 'POST', '/api/presets', { name: ' ', prompt: 'x' }, 400],
      ['owner', 'POST', '/api/presets', { name: 'x'.repeat(121), prompt: 'x' }, 413],
      ['owner', 'POST', '/api/presets', { name: 'x', prompt: 'x'.repeat(12_001) }, 413],
      ['owner', 'PUT', '/api/presets/unknown', { name: 'x', prompt: 'y' }, 404],
      ['owner', 'PUT', '/api/profile', { content: 'x'.repeat(32_001) }, 413],
      ['owner', 'PUT', '/api/profile', {}, 400],
      ['owner', 'PUT', '/api/settings', { b: 1, a: 2 }, 400, { detail: expect.stringMatching(/^Unknown setting key: a, b/) }],
      ['owner', 'PUT', '/api/settings', { admin_pin_hash: 'x' }, 400],
      ['owner', 'PUT', '/api/settings', [1], 400],
      ['owner', 'PUT', '/api/settings', Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, 1])), 413],
      ['owner', 'PUT', '/api/skills/no.such', { enabled: true }, 404],
      ['owner', 'PUT', '/api/skills/memory.add', { enabled: 'yes' }, 400],
      ['owner', 'PUT', '/api/conversations/unknown', { title: 'x' }, 404],
      ['owner', 'DELETE', '/api/conversations/unknown', undefined, 200, { status: 'ok' }],
    ])('%s %s %s is refused: %#', (...row) => check(row as unknown as Row));
  });

  test('a conversation is made, renamed, read and deleted', async () => {
    const { body: made } = await inSecondTab('POST', '/api/conversations', { title: 'Plans', model: 'llama3.1:latest' });
    expect(made).toMatchObject({ title: 'Plans', model: 'llama3.1:latest', created_at: expect.stringMatching(/\+00:00$/) });
    expect((await inSecondTab('PUT', `/api/conversations/${made.id}`, { title: 'x'.repeat(300) })).body).toEqual({ status: 'ok' });
    const { body: read } = await inSecondTab('GET', `/api/conversations/${made.id}`);
    expect(read).toMatchObject({ conversation: { id: made.id, title: 'x'.repeat(200) }, messages: [] });
    expect((await inSecondTab('DELETE', `/api/conversations/${made.id}`)).body).toEqual({ status: 'ok' });
    expect((await inSecondTab('GET', `/api/conversations/${made.id}`)).status).toBe(404);
  });

  test('a preset is made, changed and deleted; the three that came stay', async () => {
    const { body: made } = await inSecondTab('POST', '/api/presets', { name: ' Pirate ', prompt: ' Arr. ' });
    expect(made).toMatchObject({ name: 'Pirate', prompt: 'Arr.' });
    expect((await inSecondTab('PUT', `/api/presets/${made.id}`, { name: 'Pirate', prompt: 'Ahoy.' })).body).toEqual({ status: 'ok' });
    const list = (await ask('guest', 'GET', '/api/presets')).body as { id: string; name: string; is_default: number }[];
    expect(list.map((preset) => preset.is_default)).toEqual([1, 1, 1, 0]);
    const [first] = list;
    await inSecondTab('DELETE', `/api/presets/${first?.id ?? ''}`);
    await inSecondTab('DELETE', `/api/presets/${made.id}`);
    expect((await ask('guest', 'GET', '/api/presets')).body).toHaveLength(3);
  });

  test('a memory is made, found, corrected, counted and deleted', async () => {
    const { body: made } = await inSecondTab('POST', '/api/memories', { fact: 'The server is called Ultron', topic: 'infrastructure' });
    expect(made).toMatchObject({ rowid: expect.any(Number), status: 'ok' });
    expect((await inSecondTab('GET', '/api/memories/search?q=ultron&limit=5')).body).toMatchObject({ count: 1, results: [{ rowid: made.rowid, rank: expect.any(Number), source: 'manual' }] });
    expect((await inSecondTab('PUT', `/api/memories/${made.rowid}`, { fact: 'The server is called Vision' })).body).toEqual({ status: 'ok' });
    expect((await inSecondTab('GET', '/api/memories?topic=infrastructure')).body).toMatchObject({ count: 1, memories: [{ fact: 'The server is called Vision' }] });
    expect((await inSecondTab('GET', '/api/memories/stats')).body).toEqual({ total: 1, by_topic: { infrastructure: 1 } });
    expect((await inSecondTab('DELETE', `/api/memories/${made.rowid}`)).body).toEqual({ status: 'ok' });
    expect((await inSecondTab('GET', '/api/memories')).body).toEqual({ memories: [], count: 0 });
  });

  test('profile, settings and skills are changed and read', async () => {
    expect((await inSecondTab('PUT', '/api/profile', { content: 'I am Ann.' })).body).toMatchObject({ status: 'ok', updated_at: expect.any(String) });
    expect((await inSecondTab('GET', '/api/profile')).body).toMatchObject({ content: 'I am Ann.' });
    expect((await inSecondTab('PUT', '/api/settings', { search_enabled: 'false', skills_enabled: false })).body).toEqual({ status: 'ok' });
    expect((await inSecondTab('GET', '/api/settings')).body).toMatchObject({ search_enabled: false, skills_enabled: false });
    expect((await ask('guest', 'GET', '/api/skills/active')).body).toMatchObject({ skills: [], count: 0, skills_enabled: false });
    await inSecondTab('PUT', '/api/settings', { search_enabled: true, skills_enabled: true });
    expect((await inSecondTab('PUT', '/api/skills/memory.add', { enabled: false })).body).toMatchObject({ status: 'ok', skill: { key: 'memory.add', enabled: false } });
    expect((await ask('guest', 'GET', '/api/skills/active')).body.count).toBe(9);
    await inSecondTab('PUT', '/api/skills/memory.add', { enabled: true });
  });

  const framesOf = ({ text }: Answer): Record<string, unknown>[] => text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as Record<string, unknown>] : []));

  test('chat streams for the page: tokens, then one done, and the conversation holds both', async () => {
    const answer = await ask('guest', 'POST', '/api/chat', { message: 'Hi', model: 'llama3.1:latest' });
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const frames = framesOf(answer);
    const id = frames[0]?.conversation_id as string;
    expect(frames.flatMap(({ token }) => (token === undefined ? [] : [token])).join('')).toBe('Hello there.');
    expect(frames.at(-1)).toMatchObject({ done: true, conversation_id: id, perplexity: expect.any(Number), tokens_per_sec: expect.any(Number) });
    expect((await ask('guest', 'GET', `/api/conversations/${id}`)).body.messages).toMatchObject([{ role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Hello there.' }]);
    expect(jarvis.provider.requests.at(-1)?.body).toMatchObject({ model: 'llama3.1:latest', stream: true, logprobs: true });
  });

  test('remember and forget answer first and the model is still asked', async () => {
    const before = jarvis.provider.requests.length;
    const remembered = framesOf(await inSecondTab('POST', '/api/chat', { message: 'Remember that my colour is blue.', conversation_id: null }));
    const text = remembered.flatMap(({ token }) => (token === undefined ? [] : [token])).join('');
    expect(text).toMatch(/^\S+ Remembered \[\w+\]: my colour is blue/);
    expect(text).toContain('Hello there.');
    expect(jarvis.provider.requests.length).toBe(before + 1);
    const forgotten = framesOf(await inSecondTab('POST', '/api/chat', { message: 'Forget that my colour is blue.', conversation_id: null }));
    expect(forgotten.flatMap(({ token }) => (token === undefined ? [] : [token])).join('')).toContain('Forgot');
    expect((await inSecondTab('GET', '/api/memories')).body.count).toBe(0);
  });

  test('a search that finds nothing says so in JarvisChat’s frames', async () => {
    const frames = framesOf(await inSecondTab('POST', '/api/search', { query: 'nothing at all' }));
    expect(frames.some(({ searching }) => searching === true)).toBe(true);
    expect(frames.map(({ token }) => token ?? '').join('')).toContain('No search results');
    expect(frames.at(-1)).toMatchObject({ done: true });
    expect(frames.at(-1)).not.toHaveProperty('searched');
  });
});
