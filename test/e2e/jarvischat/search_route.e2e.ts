import { JarvisChatServer, expectRefused, shown, type JarvisChatPage } from '../../support/jarvischat-page.js';

/** The search that the user asks for. */
describe('POST /api/search', () => {
  let server: JarvisChatServer;
  let admin: JarvisChatPage;
  let guest: JarvisChatPage;

  beforeAll(async () => {
    server = await JarvisChatServer.start();
  });
  beforeEach(async () => {
    server.reset();
    [admin, guest] = [await server.admin(), await server.guest()];
  });
  afterAll(() => server.stop());

  const FOUND = { results: [{ title: 'Ferries', url: 'https://ferry.example/times', content: 'The ferry leaves at nine.' }] };

  test.each(['guest', 'admin'] as const)('searches, lets the model tell, and sends no raw results: %s', async (who) => {
    server.engine.answer = FOUND;
    server.provider.replyAnswer('At nine.', 'x', { pieceLength: 3 });
    const frames = await (who === 'guest' ? guest : admin).stream('/api/search', { query: ' when does the ferry leave ' });
    const kinds = frames.map((frame) => ['searching', 'search_results', 'token', 'done'].find((key) => frame[key] !== undefined)).filter(Boolean);
    expect([...new Set(kinds)]).toEqual(['searching', 'search_results', 'token', 'done']);
    expect(frames.find((frame) => frame.search_results !== undefined)?.search_results).toBe(1);
    expect(shown(frames)).toBe('At nine.');
    expect(frames.at(-1)).toMatchObject({ done: true, searched: true, conversation_id: expect.any(String) });
    expect(JSON.stringify(frames)).not.toContain('ferry.example');
    expect(server.engine.queries.map((query) => [query.get('q'), query.get('format')])).toEqual([['when does the ferry leave', 'json']]);
    expect(JSON.stringify(server.sent(0).messages)).toContain('The ferry leaves at nine.');
  });

  test('keeps question and answer as a conversation, and goes on in one', async () => {
    server.engine.answer = FOUND;
    server.provider.replyAnswer('At nine.').replyAnswer('At ten.');
    const id = (await admin.stream('/api/search', { query: 'the first ferry' })).at(-1)?.conversation_id as string;
    await admin.stream('/api/search', { query: 'the second ferry', conversation_id: id });
    const { body } = await admin.get(`/api/conversations/${id}`);
    expect(body.messages.map(({ content }: { content: string }) => content.split('\n')[0])).toEqual(['the first ferry', 'At nine.', 'the second ferry', 'At ten.']);
  });

  test('answers, infoboxes and five results are told', async () => {
    server.engine.answer = {
      answers: ['Nine'],
      infoboxes: [{ infobox: 'Ferry', content: 'A ship.' }],
      results: Array.from({ length: 8 }, (_, index) => ({ title: `Result ${index}`, url: `https://x.example/${index}`, content: `Content ${index}` })),
    };
    server.provider.replyAnswer('At nine.');
    const frames = await guest.stream('/api/search', { query: 'ferry' });
    expect(frames.find((frame) => frame.search_results !== undefined)?.search_results).toBe(7);
    const told = JSON.stringify(server.sent(0).messages);
    for (const words of ['Nine', 'A ship.', 'Content 4']) expect(told).toContain(words);
    expect(told).not.toContain('Content 5');
  });

  test.each<[string, (server: JarvisChatServer) => void]>([
    ['finds nothing', ({ engine }) => void (engine.answer = { results: [] })],
    ['fails', ({ engine }) => void (engine.answer = (_request, response) => response.writeHead(500).end())],
    ['sends no JSON', ({ engine }) => void (engine.answer = (_request, response) => response.end('<html>'))],
  ])('an engine that %s: says so, without the model', async (_what, prepare) => {
    prepare(server);
    const frames = await guest.stream('/api/search', { query: 'ferry' });
    expect(shown(frames)).toMatch(/\S/);
    expect(frames.some((frame) => frame.search_results !== undefined)).toBe(false);
    expect(frames.at(-1)).toMatchObject({ done: true });
    expect(frames.at(-1)).not.toHaveProperty('searched');
    expect(server.provider.requests).toHaveLength(0);
  });

  test('a model that fails: one error frame with a key, and no done', async () => {
    server.engine.answer = FOUND;
    server.provider.replyError(500).replyError(500);
    const frames = await guest.stream('/api/search', { query: 'ferry' });
    expect(frames.at(-1)).toMatchObject({ error: expect.any(String), error_key: expect.any(String) });
    expect(frames.filter((frame) => frame.done)).toHaveLength(0);
  });

  test('does not mind that searching by itself is off', async () => {
    await admin.request('PUT', '/api/settings', { search_enabled: false });
    server.engine.answer = FOUND;
    server.provider.replyAnswer('At nine.');
    expect((await guest.stream('/api/search', { query: 'ferry' })).at(-1)).toMatchObject({ done: true, searched: true });
    await admin.request('PUT', '/api/settings', { search_enabled: true });
  });

  test.each([
    ['nothing', {}, 400],
    ['a blank query', { query: ' ' }, 400],
    ['a query that is no text', { query: 5 }, 400],
    ['a list', [1], 400],
    ['501 characters', { query: 'x'.repeat(501) }, 413],
  ])('refuses %s', async (_what, body, status) => {
    expectRefused(await guest.request('POST', '/api/search', body), status);
    expect(server.engine.queries).toHaveLength(0);
  });

  test('wants a session', async () => {
    expectRefused(await server.page().request('POST', '/api/search', { query: 'ferry' }), 401, 'Authentication required');
  });
});
