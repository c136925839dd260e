import { Jarvis, type Answer } from '../support/jarvis.js';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;
const OK = { status: 'ok' };

/** Profile and presets in the shapes that JarvisChat's clients know, and their places in the prompt. */
describe('profile and presets', () => {
  let jarvis: Jarvis;
  const get = (route: string): Promise<Answer> => jarvis.request('GET', `/api/${route}`);
  const sent = (turn: number): { role: string; content: string }[] => jarvis.provider.requests[turn]?.body.messages as { role: string; content: string }[];
  const systemPrompt = (turn: number): string => sent(turn)[0]?.content ?? '';

  beforeAll(async () => {
    jarvis = await Jarvis.start();
  });
  afterEach(() => {
    jarvis.provider.reset();
    jarvis.provider.fallback = undefined;
  });
  afterAll(() => jarvis.stop());

  it('has a profile from the start, neutral, and its date', async () => {
    const { body } = await get('profile');
    expect(body).toEqual({ content: expect.stringMatching(/\S/), updated_at: expect.stringMatching(INSTANT) });
    expect((await get('profile/default')).body).toEqual({ content: body.content });
  });

  it('replaces the profile, keeps it over a restart, and takes an empty one', async () => {
    const content = 'I am Ann. '.repeat(10);
    const written = await jarvis.request('PUT', '/api/profile', { content });
    expect([written.status, written.body]).toEqual([200, { status: 'ok', updated_at: expect.stringMatching(INSTANT) }]);
    expect((await get('profile')).body).toEqual({ content, updated_at: written.body.updated_at });
    await jarvis.restart();
    expect((await get('profile')).body.content).toBe(content);
    expect((await jarvis.request('PUT', '/api/profile', { content: '' })).status).toBe(200);
    expect((await get('profile')).body.content).toBe('');
  });

  it.each([
    ['nothing', {}, 400],
    ['a number', { content: 7 }, 400],
    ['a list', [1], 400],
    ['too much', { content: 'x'.repeat(32_001) }, 413],
  ])('refuses %s for a profile and keeps the one that there is', async (_name, body, status) => {
    await jarvis.request('PUT', '/api/profile', { content: 'kept' });
    const answer = await jarvis.request('PUT', '/api/profile', body);
    expect([answer.status, answer.body.detail]).toEqual([status, answer.body.error]);
    expect((await get('profile')).body.content).toBe('kept');
  });

  it('brings three presets, first in the list and not to be deleted', async () => {
    const { body } = await get('presets');
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Coding Companion', 'General Assistant', 'Linux Sysadmin']);
    expect(body[0]).toEqual({ id: expect.any(String), name: 'Coding Companion', prompt: expect.any(String), is_default: 1, created_at: expect.stringMatching(INSTANT) });
    const deleted = await jarvis.request('DELETE', `/api/presets/${body[0].id}`);
    expect([deleted.status, deleted.body]).toEqual([200, OK]);
    expect((await get('presets')).body).toEqual(body);
  });

  it('adds, changes and deletes presets, also changes those that came', async () => {
    const added = await jarvis.request('POST', '/api/presets', { name: '  Pirate ', prompt: ' Arr. ' });
    expect([added.status, added.body]).toEqual([200, { id: expect.any(String), name: 'Pirate', prompt: 'Arr.' }]);
    const { id } = added.body;
    await jarvis.request('POST', '/api/presets', { name: 'alpha', prompt: 'First of all.' });
    const names = async (): Promise<string[]> => (await get('presets')).body.map(({ name }: { name: string }) => name);
    expect((await names()).slice(3)).toEqual(['alpha', 'Pirate']);
    expect((await jarvis.request('PUT', `/api/presets/${id}`, { name: 'Corsair', prompt: 'Avast.' })).body).toEqual(OK);
    expect((await get('presets')).body.at(-1)).toMatchObject({ id, name: 'Corsair', prompt: 'Avast.', is_default: 0 });
    const [first] = (await get('presets')).body;
    expect((await jarvis.request('PUT', `/api/presets/${first.id}`, { name: first.name, prompt: 'Changed.' })).body).toEqual(OK);
    expect((await get('presets')).body[0]).toEqual({ ...first, prompt: 'Changed.' });
    for (const { id: own, is_default: isDefault } of (await get('presets')).body) if (isDefault === 0) await jarvis.request('DELETE', `/api/presets/${own}`);
    expect(await names()).toHaveLength(3);
    expect((await jarvis.request('DELETE', '/api/presets/none')).body).toEqual(OK);
  });

  it.each([
    ['a blank name', 'POST', '', { name: ' ', prompt: 'x' }, 400],
    ['a blank prompt', 'POST', '', { name: 'x', prompt: '' }, 400],
    ['no prompt', 'POST', '', { name: 'x' }, 400],
    ['a name that is too long', 'POST', '', { name: 'x'.repeat(121), prompt: 'x' }, 413],
    ['a prompt that is too long', 'POST', '', { name: 'x', prompt: 'x'.repeat(12_001) }, 413],
    ['a change without a name', 'PUT', '/coding-companion', { prompt: 'x' }, 400],
    ['a change of what is not there', 'PUT', '/none', { name: 'x', prompt: 'x' }, 404],
  ])('refuses %s', async (_name, method, route, body, status) => {
    const before = (await get('presets')).body;
    const answer = await jarvis.request(method, `/api/presets${route}`, body);
    expect([answer.status, answer.body.detail]).toEqual([status, answer.body.error]);
    expect((await get('presets')).body).toEqual(before);
  });

  it('puts profile, preset and skills into the system prompt, in this order; the preset for the one turn', async () => {
    await jarvis.request('PUT', '/api/profile', { content: 'The user is called Ann.' });
    jarvis.provider.fallback = () => ({ type: 'answer', content: '{"response":"ok","logSummary":"x"}' });
    await jarvis.request('POST', '/api/chat', { message: 'Hi', sessionId: 'p1', system_prompt: 'Answer as a pirate.', model: 'other-model' });
    const parts = ['The user is called Ann.', 'Answer as a pirate.', '## Active Skills'].map((part) => systemPrompt(0).indexOf(part));
    expect(parts.every((place) => place > 0)).toBe(true);
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(jarvis.provider.requests[0]?.body.model).toBe('other-model');
    await jarvis.chat('Again', 'p1');
    expect(systemPrompt(1)).toBe(systemPrompt(0).replace('\n\n## Preset\nAnswer as a pirate.', '').replace('model=other-model', 'model=main-model'));
    expect(jarvis.provider.requests[1]?.body.model).toBe('main-model');
    await jarvis.request('PUT', '/api/settings', { profile_enabled: false });
    await jarvis.chat('And again', 'p1');
    expect(systemPrompt(2)).not.toContain('Ann');
    await jarvis.request('PUT', '/api/settings', { profile_enabled: true });
  });

  it('takes a preset and a model with nothing in them as none, and refuses what is no text', async () => {
    jarvis.provider.fallback = () => ({ type: 'answer', content: '{"response":"ok","logSummary":"x"}' });
    const answer = await jarvis.request('POST', '/api/chat', { message: 'Hi', system_prompt: ' ', model: null, whatever: 1 });
    expect(answer.status).toBe(200);
    expect(systemPrompt(0)).not.toContain('## Preset');
    expect(jarvis.provider.requests[0]?.body.model).toBe('main-model');
    for (const wrong of [{ system_prompt: 7 }, { model: ['x'] }, { model: 'x'.repeat(201) }]) {
      expect((await jarvis.request('POST', '/api/chat', { message: 'Hi', ...wrong })).status).toBe(400);
    }
  });
});
