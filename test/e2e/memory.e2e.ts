import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readFrames, textOf, type Frame } from '../support/event-stream.js';
import { Jarvis, type Answer } from '../support/jarvis.js';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;

/** The routes and the chat orders of memory, in the shapes that JarvisChat's clients know. */
describe('/api/memories', () => {
  let jarvis: Jarvis;
  const get = (route: string): Promise<Answer> => jarvis.request('GET', `/api/memories${route}`);
  const add = async (fact: string, more: Record<string, unknown> = {}): Promise<number> =>
    (await jarvis.request('POST', '/api/memories', { fact, ...more })).body.rowid as number;
  const search = (q: string, more = ''): Promise<Answer> => get(`/search?q=${encodeURIComponent(q)}${more}`);

  beforeAll(async () => {
    jarvis = await Jarvis.start();
  });
  afterEach(async () => {
    jarvis.provider.reset();
    jarvis.provider.fallback = undefined;
    const rowids = (await get('')).body.memories.map(({ rowid }: { rowid: number }) => rowid);
    if (rowids.length > 0) await jarvis.request('DELETE', '/api/memories/bulk', { rowids });
  });
  afterAll(() => jarvis.stop());

  it('adds, lists, edits and deletes', async () => {
    expect((await get('')).body).toEqual({ memories: [], count: 0 });
    const added = await jarvis.request('POST', '/api/memories', { fact: 'I prefer tea' });
    expect(added).toMatchObject({ status: 200, body: { rowid: expect.any(Number), status: 'ok' } });
    const { rowid } = added.body;
    await add('The server is in the cellar', { topic: 'infrastructure', source: 'import' });
    const listed = await get('');
    expect(listed.body.count).toBe(2);
    expect(listed.body.memories[0]).toMatchObject({ fact: 'The server is in the cellar', topic: 'infrastructure', source: 'import' });
    expect(listed.body.memories[1]).toEqual({
      rowid,
      fact: 'I prefer tea',
      topic: 'general',
      source: 'manual',
      created_at: expect.stringMatching(INSTANT),
      updated_at: expect.stringMatching(INSTANT),
      session_id: null,
    });
    expect((await get('?topic=infrastructure')).body.count).toBe(1);
    expect((await get('?topic=infra')).body).toEqual({ memories: [], count: 0 });

    const edited = await jarvis.request('PUT', `/api/memories/${rowid}`, { fact: 'I prefer green tea' });
    expect([edited.status, edited.body]).toEqual([200, { status: 'ok' }]);
    expect((await get(`/${rowid}`)).body).toMatchObject({ fact: 'I prefer green tea', topic: 'general', created_at: listed.body.memories[1].created_at });
    const deleted = await jarvis.request('DELETE', `/api/memories/${rowid}`);
    expect([deleted.status, deleted.body]).toEqual([200, { status: 'ok' }]);
    expect((await get('')).body.count).toBe(1);
  });

  it('searches: best first, with a rank, and any text is a query', async () => {
    await add('I prefer tea in the morning');
    await add('Tea, tea and tea again is what Ann drinks');
    await add('I write C++ and 我喜欢咖啡, says @x of POL-358');
    const found = await search('tea');
    expect(found.body.count).toBe(2);
    expect(found.body.results[0]).toEqual({
      rowid: expect.any(Number),
      fact: expect.stringContaining('Tea, tea'),
      topic: 'general',
      source: 'manual',
      created_at: expect.stringMatching(INSTANT),
      updated_at: expect.stringMatching(INSTANT),
      session_id: null,
      rank: expect.any(Number),
    });
    expect(found.body.results[0].rank).toBeLessThanOrEqual(found.body.results[1].rank);
    expect((await search('tea', '&limit=1')).body.count).toBe(1);
    for (const query of ['C++', 'POL-358', '@x', '咖啡', 'prog OR write']) expect((await search(query)).body.results[0]?.fact).toContain('C++');
    for (const query of ['', '"', 'AND', 'NEAR(', '*', "'; DROP TABLE memories; --", '(((', '\u0000']) expect((await search(query)).status).toBe(200);
    expect((await search('explicit')).body).toEqual({ results: [], count: 0 });
  });

  it('counts by topic, the largest first', async () => {
    expect((await get('/stats')).body).toEqual({ total: 0, by_topic: {} });
    for (const [fact, topic] of [['a', 'one'], ['b', 'two'], ['c', 'two']] as const) await add(fact, { topic });
    const { body } = await get('/stats');
    expect(body).toEqual({ total: 3, by_topic: { two: 2, one: 1 } });
    expect(Object.keys(body.by_topic)).toEqual(['two', 'one']);
  });

  it('keeps the same fact once, its history, and what was forgotten', async () => {
    const rowid = await add('My bike is red');
    expect(await add('my bike is RED.')).toBe(rowid);
    await jarvis.request('PUT', `/api/memories/${rowid}`, { fact: 'My bike is blue' });
    await jarvis.request('DELETE', `/api/memories/${rowid}`);
    const undone = await jarvis.request('POST', `/api/memories/${rowid}/undo`);
    expect(undone.body).toMatchObject({ status: 'ok', count: 1, memories: [{ rowid, fact: 'My bike is blue' }] });
    const { body } = await get(`/${rowid}/history`);
    expect(body.history.map(({ change, fact }: Record<string, string>) => [change, fact])).toEqual([
      ['added', 'My bike is red'],
      ['merged', 'My bike is red'],
      ['corrected', 'My bike is blue'],
      ['forgotten', 'My bike is blue'],
      ['restored', 'My bike is blue'],
    ]);
    expect((await jarvis.request('POST', `/api/memories/${rowid}/undo`)).status).toBe(409);
  });

  it('takes and forgets many at once, and brings them back as one step', async () => {
    const memories = Array.from({ length: 300 }, (_, index) => ({ fact: `Fact number ${index}`, topic: 'bulk' }));
    const stored = await jarvis.request('POST', '/api/memories/bulk', { memories: [...memories, { fact: 'Fact number 7' }] });
    expect(stored.body).toMatchObject({ status: 'ok', added: 300, merged: 1 });
    expect(stored.body.rowids[300]).toBe(stored.body.rowids[7]);
    const forgotten = await jarvis.request('DELETE', '/api/memories/bulk', { rowids: stored.body.rowids.slice(0, 10) });
    expect(forgotten.body).toEqual({ status: 'ok', rowids: stored.body.rowids.slice(0, 10), count: 10 });
    expect((await get('/stats')).body).toEqual({ total: 290, by_topic: { bulk: 290 } });
    expect((await jarvis.request('POST', '/api/memories/undo')).body).toMatchObject({ status: 'ok', count: 10 });
    expect((await get('/stats')).body.total).toBe(300);
  });

  it.each([
    ['a blank fact', 'POST', '', { fact: '' }, 400],
    ['a fact of spaces', 'POST', '', { fact: '   ' }, 400],
    ['no fact', 'POST', '', {}, 400],
    ['a fact that is no text', 'POST', '', { fact: 7 }, 400],
    ['a topic that is no text', 'POST', '', { fact: 'x', topic: ['y'] }, 400],
    ['a fact that is too long', 'POST', '', { fact: 'x'.repeat(2001) }, 413],
    ['a body that is no object', 'POST', '', [1], 400],
    ['a blank fact among others', 'POST', '/bulk', { memories: [{ fact: 'good' }, { fact: '' }] }, 400],
    ['a long fact among others', 'POST', '/bulk', { memories: [{ fact: 'good' }, { fact: 'x'.repeat(2001) }] }, 413],
    ['no facts', 'POST', '/bulk', { memories: [] }, 400],
    ['a blank correction', 'PUT', '/1', { fact: '' }, 400],
    ['a correction that is too long', 'PUT', '/1', { fact: 'x'.repeat(2001) }, 413],
    ['a correction of what is not there', 'PUT', '/99999', { fact: 'x' }, 404],
    ['a correction without a number', 'PUT', '/one', { fact: 'x' }, 400],
    ['forgetting what is not there', 'DELETE', '/99999', undefined, 404],
    ['forgetting without a number', 'DELETE', '/one', undefined, 400],
    ['forgetting nothing', 'DELETE', '/bulk', {}, 400],
    ['reading what is not there', 'GET', '/99999', undefined, 404],
    ['the history of what is not there', 'GET', '/99999/history', undefined, 404],
    ['undoing what is not there', 'POST', '/99999/undo', undefined, 404],
    ['a search for nothing', 'GET', '/search', undefined, 400],
    ['a limit that is no number', 'GET', '/search?q=x&limit=many', undefined, 400],
    ['a limit below 1', 'GET', '/search?q=x&limit=-1', undefined, 400],
    ['a list of nothing', 'GET', '?limit=0', undefined, 400],
  ] as const)('%s is refused with the reason and changes nothing', async (_name, method, route, body, status) => {
    await add('Already here');
    const answer = await jarvis.request(method, `/api/memories${route}`, body);
    expect([answer.status, typeof answer.body.error]).toEqual([status, 'string']);
    expect(answer.body.detail).toBe(answer.body.error);
    expect((await get('')).body.memories.map(({ fact }: { fact: string }) => fact)).toEqual(['Already here']);
  });

  it('makes its file at the first use, for the owner alone, and keeps what it holds over a restart and a kill', async () => {
    const fresh = await Jarvis.start();
    const file = path.join(fresh.home, '.jarvis', 'data', 'jarvis.db');
    expect(existsSync(file)).toBe(false);
    await fresh.request('POST', '/api/memories', { fact: 'I prefer tea' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await fresh.restart('SIGKILL');
    await fresh.request('POST', '/api/memories', { fact: 'My dog is Rex' });
    await fresh.restart();
    expect((await fresh.request('GET', '/api/memories')).body.count).toBe(2);
    expect((await fresh.request('GET', '/api/memories/search?q=tea')).body.count).toBe(1);
    await fresh.stop();
  });

  it('says when its file is damaged, leaves it as it is, and chat goes on', async () => {
    const fresh = await Jarvis.start();
    const file = path.join(fresh.home, '.jarvis', 'data', 'jarvis.db');
    writeFileSync(file, 'no database '.repeat(1000));
    const answer = await fresh.request('GET', '/api/memories');
    expect(answer.status).toBe(500);
    expect(answer.body.error.message).toContain('jarvis.db is damaged');
    expect(answer.text).not.toContain(fresh.home);
    fresh.provider.replyAnswer('Hello.');
    expect((await fresh.chat('Hi')).body.response).toBe('Hello.');
    fresh.provider.replyAnswer('I could not.');
    expect((await fresh.chat('Remember that I prefer tea')).body.response).toMatch(/^✗ Not remembered: .*damaged/);
    expect(statSync(file).size).toBe(12_000);
    await fresh.stop();
  });

  describe('in chat', () => {
    const sent = (turn: number): { role: string; content: string }[] => jarvis.provider.requests[turn]?.body.messages as { role: string; content: string }[];
    const lastSent = (turn: number): string => sent(turn).at(-1)?.content ?? '';
    const stream = async (message: string, sessionId: string): Promise<Frame[]> => {
      const response = await fetch(`${jarvis.url}/api/chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ message, conversation_id: sessionId }),
      });
      const frames: Frame[] = [];
      for await (const frame of readFrames(response)) frames.push(frame);
      return frames;
    };

    it('remembers at an order, calls the model, and tells both', async () => {
      jarvis.provider.replyAnswer('Noted.');
      const answer = await jarvis.chat('Please remember that I prefer tea.', 's1');
      expect(answer.body.response).toBe('✓ Remembered [preference]: I prefer tea\n\nNoted.');
      expect(lastSent(0)).toContain('✓ Remembered [preference]: I prefer tea');
      expect((await get('')).body.memories).toMatchObject([{ fact: 'I prefer tea', topic: 'preference', source: 'explicit', session_id: 's1' }]);
      const { messages } = (await jarvis.request('GET', '/api/sessions/s1')).body;
      expect(messages.at(-2).content).toBe('Please remember that I prefer tea.');
      expect(JSON.parse(messages.at(-1).content).response).toBe(answer.body.response);
    });

    it('streams the reply as the first token, a blank line behind it', async () => {
      jarvis.provider.replyAnswer('Noted.');
      const frames = await stream('Remember that I prefer tea', 's1');
      const tokens = frames.filter(({ data }) => typeof data.token === 'string').map(({ data }) => data.token as string);
      expect(tokens[0]).toBe('✓ Remembered [preference]: I prefer tea\n\n');
      expect(textOf(frames)).toBe('✓ Remembered [preference]: I prefer tea\n\nNoted.');
      expect(frames.at(-1)?.data).toMatchObject({ done: true, conversation_id: 's1' });
    });

    it('gives the reply again where the answer is taken back and begun anew', async () => {
      jarvis.provider.enqueue({ type: 'answer', content: '{"response":"half","response":5}' }, { type: 'answer', content: '{"response":"Noted.","logSummary":"x"}' });
      const frames = await stream('Remember that I prefer tea', 's1');
      expect(frames.some(({ data }) => data.reset === true)).toBe(true);
      expect(textOf(frames)).toBe('✓ Remembered [preference]: I prefer tea\n\nNoted.');
    });

    it('gives the model the facts that match, with the message, replayed identically, and none in the system prompt', async () => {
      const green = await add('I prefer green tea');
      await add('My dog is called Rex');
      jarvis.provider.fallback = () => ({ type: 'answer', content: '{"response":"ok","logSummary":"x"}' });
      await jarvis.chat('Which tea shall I buy?', 's2');
      expect(lastSent(0)).toMatch(/^Which tea shall I buy\?\n\n## Relevant Context from Memory\n/);
      expect(lastSent(0)).toContain('"fact":"I prefer green tea"');
      expect(lastSent(0)).not.toContain('Rex');
      await jarvis.request('DELETE', `/api/memories/${green}`);
      await jarvis.chat('And which cup?', 's2');
      expect(sent(1)[0]).toEqual(sent(0)[0]);
      expect(sent(1)[1]).toEqual(sent(0)[1]);
      expect(lastSent(1)).toBe('And which cup?');
      expect(sent(0)[0]?.content).not.toContain('green tea');
      expect((await jarvis.request('GET', '/api/sessions/s2')).body.messages[1].content).toBe('Which tea shall I buy?');
    });

    it('forgets one fact, names several, and undoes', async () => {
      await add('I like tea');
      await add('Ann likes tea');
      await add('My old address is Elm Street');
      jarvis.provider.fallback = () => ({ type: 'answer', content: '{"response":"ok","logSummary":"x"}' });
      expect((await jarvis.chat('Forget about my old address')).body.response).toMatch(/^✓ Forgot 1 memory about “my old address”/);
      expect((await jarvis.chat('Forget about tea')).body.response).toMatch(/^✗ 2 memories match “tea”/);
      expect((await jarvis.chat('Forget about the moon')).body.response).toMatch(/^✗ No memories found/);
      expect((await get('')).body.count).toBe(2);
      expect((await jarvis.chat('Undo forget')).body.response).toMatch(/^✓ Brought back 1 memory/);
      expect((await get('')).body.count).toBe(3);
      for (const message of ['Forget it', "I can't remember that song", 'What does "remember that" mean?']) {
        expect((await jarvis.chat(message)).body.response).toBe('ok');
      }
      expect((await get('')).body.count).toBe(3);
    });

    it('lets the model remember, find and forget; what the order stored is not stored twice', async () => {
      jarvis.provider
        .replyToolCalls([{ name: 'memory_add', arguments: { fact: 'The user likes tea.' } }])
        .replyToolCalls([{ name: 'memory_add', arguments: { fact: 'The cat is called Tom.' } }])
        .replyToolCalls([{ name: 'memory_search', arguments: { query: 'cat' } }])
        .replyToolCalls([{ name: 'memory_forget', arguments: { about: 'cat' } }])
        .replyAnswer('Done.');
      const { body } = await jarvis.chat('Remember that I like tea', 's3');
      expect(body.toolCalls.map(({ status }: { status: string }) => status)).toEqual(['ok', 'ok', 'ok', 'ok']);
      expect(JSON.parse(body.toolCalls[0].result)).toMatchObject({ result: 'known already' });
      expect(JSON.parse(body.toolCalls[2].result)).toMatchObject({ count: 1, facts: [{ fact: 'The cat is called Tom.', source: 'tool', session: 's3' }] });
      expect((await get('')).body.memories).toMatchObject([{ fact: 'I like tea' }]);
    });
  });
});
