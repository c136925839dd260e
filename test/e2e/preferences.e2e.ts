import { Jarvis, type Answer } from '../support/jarvis.js';

const KEYS = [
  'conversation.delete',
  'conversation.delete_all',
  'conversation.get',
  'conversation.list',
  'memory.add',
  'memory.forget',
  'memory.search',
  'search.web',
  'settings.get',
  'settings.update',
];

/** Skills and settings in the shapes that JarvisChat's clients know. */
describe('skills and settings', () => {
  let jarvis: Jarvis;
  const get = (route: string): Promise<Answer> => jarvis.request('GET', `/api/${route}`);
  const put = (route: string, body: unknown): Promise<Answer> => jarvis.request('PUT', `/api/${route}`, body);
  const request = (turn: number): { tools: string[]; prompt: string } => {
    const { messages, tools } = jarvis.provider.requests[turn]?.body as { messages: { content: string }[]; tools: { function: { name: string } }[] };
    return { tools: tools.map((tool) => tool.function.name), prompt: messages[0]?.content ?? '' };
  };

  beforeAll(async () => {
    jarvis = await Jarvis.start();
    jarvis.provider.fallback = () => ({ type: 'answer', content: '{"response":"ok","logSummary":"x"}' });
  });
  afterEach(async () => {
    jarvis.provider.reset();
    await put('settings', { memory_enabled: true, search_enabled: true, skills_enabled: true, default_model: 'main-model' });
  });
  afterAll(() => jarvis.stop());

  it('lists ten skills, all on, each a tool that the model is offered', async () => {
    const { body } = await get('skills');
    expect(body.count).toBe(10);
    expect(body.skills.map(({ key }: { key: string }) => key)).toEqual(KEYS);
    expect(body.skills[7]).toEqual({
      key: 'search.web',
      name: 'Web Search',
      category: 'search',
      risk: 'low',
      description: expect.any(String),
      tool: 'web_search',
      enabled: true,
      updated_at: expect.stringMatching(/\+00:00$/),
    });
    expect((await get('skills/active')).body).toEqual({ skills: body.skills.filter(({ enabled }: { enabled: boolean }) => enabled), count: 10, skills_enabled: true });
    await jarvis.chat('Hi');
    expect(request(0).tools).toEqual(expect.arrayContaining(body.skills.map(({ tool }: { tool: string }) => tool)));
    expect(request(0).prompt).toContain('## Active Skills');
    expect(request(0).prompt.match(/^- [a-z]+\.[a-z_]+ \(/gm)).toHaveLength(10);
  });

  it('takes the tool away with the skill, from the prompt and from calls, over a restart too', async () => {
    const switched = await put('skills/memory.add', { enabled: false });
    expect([switched.status, switched.body]).toEqual([200, { status: 'ok', skill: expect.objectContaining({ key: 'memory.add', enabled: false }) }]);
    await jarvis.restart();
    expect((await get('skills/active')).body.count).toBe(9);
    jarvis.provider.replyToolCalls([{ name: 'memory_add', arguments: { fact: 'x' } }]).replyAnswer('No.');
    const { body } = await jarvis.chat('Hi');
    expect(body.toolCalls).toMatchObject([{ name: 'memory_add', status: 'error', result: expect.stringContaining('Unknown tool') }]);
    expect(request(0).tools).not.toContain('memory_add');
    expect(request(0).prompt).not.toContain('memory.add');
    expect((await get('memories')).body.count).toBe(0);
    await put('skills/memory.add', { enabled: true });
    await jarvis.chat('Hi');
    expect(request(2).tools).toContain('memory_add');
  });

  it('lists no skill in the prompt where skills_enabled is off, nor one whose tool is not offered', async () => {
    await put('settings', { skills_enabled: false });
    expect((await get('skills/active')).body).toEqual({ skills: [], count: 0, skills_enabled: false });
    await jarvis.chat('Hi');
    expect(request(0).prompt).not.toContain('Active Skills');
    expect(request(0).tools).toContain('memory_add');
    await put('settings', { skills_enabled: true, search_enabled: false });
    await jarvis.chat('Hi');
    expect(request(1).prompt).toContain('memory.add');
    expect(request(1).prompt).not.toContain('search.web');
  });

  it.each([
    ['an unknown skill, before it looks at the body', 'skills/no.skill', { enabled: 'x' }, 404],
    ['a switch that is a text', 'skills/memory.add', { enabled: 'true' }, 400],
    ['a switch that is a number', 'skills/memory.add', { enabled: 1 }, 400],
    ['no switch', 'skills/memory.add', {}, 400],
    ['settings that are a list', 'settings', [1], 400],
    ['a word for a switch', 'settings', { memory_enabled: 'maybe' }, 400],
    ['a model that is no text', 'settings', { default_model: 7 }, 400],
    ['a blank model', 'settings', { default_model: ' ' }, 400],
    ['too many settings', 'settings', Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, 1])), 413],
    ['a long name', 'settings', { ['k'.repeat(81)]: 1 }, 413],
    ['a long value', 'settings', { default_model: 'x'.repeat(8001) }, 413],
  ] as const)('refuses %s', async (_name, route, body, status) => {
    const answer = await put(route, body);
    expect([answer.status, answer.body.detail]).toEqual([status, answer.body.error]);
  });

  it('shows five settings and no secret; names unknown ones, and changes all or none', async () => {
    const defaults = { profile_enabled: true, memory_enabled: true, search_enabled: true, skills_enabled: true, default_model: 'main-model' };
    expect((await get('settings')).body).toEqual(defaults);
    const refused = await put('settings', { memory_enabled: false, zebra: 1, admin_pin_hash: 'x' });
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toMatch(/^Unknown setting key: admin_pin_hash, zebra\b/);
    expect((await put('settings', { constructor: 'x' })).status).toBe(400);
    expect((await get('settings')).body).toEqual(defaults);
  });

  it('is a view of settings.json: takes texts for switches, is in force with the next turn, keeps other keys', async () => {
    expect((await put('settings', { memory_enabled: 'False', default_model: 'second-model' })).body).toEqual({ status: 'ok' });
    expect((await get('settings')).body).toMatchObject({ memory_enabled: false, default_model: 'second-model', search_enabled: true });
    expect(await jarvis.readJson('data', 'config', 'settings.json')).toMatchObject({
      memoryEnabled: false,
      selectedModel: 'second-model',
      fallbackModel: 'fallback-model',
    });
    await jarvis.request('POST', '/api/memories', { fact: 'I prefer green tea' });
    await jarvis.chat('Which tea do I prefer?');
    expect(jarvis.provider.requests[0]?.body.model).toBe('second-model');
    expect(JSON.stringify(jarvis.provider.requests[0]?.body.messages)).not.toContain('green tea');
  });

  it('lets the model read and change the same settings and no others', async () => {
    jarvis.provider
      .replyToolCalls([{ name: 'settings_get', arguments: {} }])
      .replyToolCalls([{ name: 'settings_update', arguments: { search_enabled: false } }])
      .replyToolCalls([{ name: 'settings_update', arguments: { host: '0.0.0.0' } }])
      .replyAnswer('Done.');
    const { body } = await jarvis.chat('Turn the search off');
    expect(body.toolCalls.map(({ status }: { status: string }) => status)).toEqual(['ok', 'ok', 'error']);
    expect(body.toolCalls[0].result).toContain('"search_enabled":true');
    expect((await get('settings')).body.search_enabled).toBe(false);
    expect(await jarvis.readJson('data', 'config', 'settings.json')).not.toHaveProperty('host');
  });
});
