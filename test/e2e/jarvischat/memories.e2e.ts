import { INSTANT, JarvisChatServer, OK, expectRefused, type JarvisChatPage } from '../../support/jarvischat-page.js';

/** Facts: added, edited, searched and counted. */
describe('memories', () => {
  let server: JarvisChatServer;
  let admin: JarvisChatPage;
  let guest: JarvisChatPage;

  beforeAll(async () => {
    server = await JarvisChatServer.start();
  });
  beforeEach(async () => {
    [admin, guest] = [await server.admin(), await server.guest()];
    for (const { rowid } of (await admin.get('/api/memories')).body.memories) await admin.request('DELETE', `/api/memories/${rowid}`);
  });
  afterAll(() => server.stop());

  const add = async (fact: string, more: object = {}): Promise<number> => (await admin.request('POST', '/api/memories', { fact, ...more })).body.rowid as number;

  test('none at first', async () => {
    expect((await guest.get('/api/memories')).body).toEqual({ memories: [], count: 0 });
    expect((await guest.get('/api/memories/stats')).body).toEqual({ total: 0, by_topic: {} });
  });

  test('adding answers the number', async () => {
    const { status, body } = await admin.request('POST', '/api/memories', { fact: 'I prefer tea' });
    expect([status, body]).toEqual([200, expect.objectContaining({ rowid: expect.any(Number), status: 'ok' })]);
    expect((await guest.get('/api/memories')).body).toMatchObject({
      count: 1,
      memories: [{ rowid: body.rowid, fact: 'I prefer tea', topic: 'general', source: 'manual', created_at: expect.stringMatching(INSTANT) }],
    });
  });

  test('the newest is first, and a topic filters by its whole name', async () => {
    await add('one', { topic: 'alpha' });
    await add('two', { topic: 'beta', source: 'import' });
    const facts = async (query = ''): Promise<string[]> => (await guest.get(`/api/memories${query}`)).body.memories.map(({ fact }: { fact: string }) => fact);
    expect(await facts()).toEqual(['two', 'one']);
    expect(await facts('?topic=alpha')).toEqual(['one']);
    expect(await facts('?topic=alph')).toEqual([]);
  });

  test('an edit changes the fact, and neither topic nor date', async () => {
    const rowid = await add('I prefer tea', { topic: 'preference' });
    const [before] = (await guest.get('/api/memories')).body.memories;
    const { status, body } = await admin.request('PUT', `/api/memories/${rowid}`, { fact: 'I prefer coffee' });
    expect([status, body]).toEqual([200, OK]);
    const [after] = (await guest.get('/api/memories')).body.memories;
    expect(after).toMatchObject({ rowid, fact: 'I prefer coffee', topic: 'preference', created_at: before.created_at });
    expect((await guest.get('/api/memories/search?q=coffee')).body.count).toBe(1);
    expect((await guest.get('/api/memories/search?q=tea')).body.count).toBe(0);
  });

  test('a deleted one is gone, also from the search', async () => {
    const rowid = await add('I prefer tea');
    const { status, body } = await admin.request('DELETE', `/api/memories/${rowid}`);
    expect([status, body]).toEqual([200, OK]);
    expect((await guest.get('/api/memories/search?q=tea')).body).toEqual({ results: [], count: 0 });
    expectRefused(await admin.request('DELETE', `/api/memories/${rowid}`), 404);
  });

  test('the search gives the best first, each with its rank', async () => {
    await add('I prefer tea in the morning, before I go to work by train');
    await add('Tea and tea and tea');
    await add('My dog is Rex');
    const { status, body } = await guest.get('/api/memories/search?q=tea');
    expect([status, body.count]).toEqual([200, 2]);
    expect(body.results[0]).toMatchObject({ fact: 'Tea and tea and tea', topic: 'general', source: 'manual', rank: expect.any(Number) });
    expect(body.results[0].rank).toBeLessThanOrEqual(body.results[1].rank);
  });

  test('the search takes a limit, ten where none is given', async () => {
    for (let index = 0; index < 12; index += 1) await add(`tea number ${index}`);
    expect((await guest.get('/api/memories/search?q=tea')).body.count).toBe(10);
    expect((await guest.get('/api/memories/search?q=tea&limit=3')).body.count).toBe(3);
  });

  test.each(['AND', 'OR', 'NOT', 'NEAR', '"', '*', '(', 'a AND', '!!!'])('the search takes %s as words', async (query) => {
    const { status, body } = await guest.get(`/api/memories/search?q=${encodeURIComponent(query)}`);
    expect([status, body]).toEqual([200, { results: [], count: 0 }]);
  });

  test('the statistics count by topic, the biggest first', async () => {
    for (const [fact, topic] of [['a', 'small'], ['b', 'big'], ['c', 'big']] as const) await add(fact, { topic });
    const { status, body } = await guest.get('/api/memories/stats');
    expect([status, body, Object.keys(body.by_topic)]).toEqual([200, { total: 3, by_topic: { big: 2, small: 1 } }, ['big', 'small']]);
  });

  test.each([
    ['a blank fact', 'POST', '', { fact: '  ' }, 400],
    ['no fact', 'POST', '', {}, 400],
    ['a fact of 2,001 characters', 'POST', '', { fact: 'x'.repeat(2001) }, 413],
    ['a topic that is a list', 'POST', '', { fact: 'x', topic: ['y'] }, 400],
    ['a blank edit', 'PUT', '/1', { fact: '' }, 400],
    ['an edit of 2,001 characters', 'PUT', '/1', { fact: 'x'.repeat(2001) }, 413],
    ['an edit of what is not there', 'PUT', '/99999', { fact: 'x' }, 404],
    ['an edit without a number', 'PUT', '/one', { fact: 'x' }, 400],
    ['deleting what is not there', 'DELETE', '/99999', undefined, 404],
    ['deleting without a number', 'DELETE', '/one', undefined, 400],
    ['a search without words', 'GET', '/search', undefined, 400],
  ])('%s is refused', async (_what, method, route, body, status) => {
    expectRefused(await admin.request(method, `/api/memories${route}`, body), status);
    expect((await guest.get('/api/memories')).body.count).toBe(0);
  });

  test('a fact of 2,000 characters is taken', async () => {
    expect((await admin.request('POST', '/api/memories', { fact: 'x'.repeat(2000) })).body.status).toBe('ok');
  });
});
