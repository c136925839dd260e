import { JarvisChatServer, expectRefused, type JarvisChatPage } from '../../support/jarvischat-page.js';

/** Ten skills: listed, switched, and told to the model. */
describe('skills', () => {
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

  const SKILLS: readonly [key: string, risk: string][] = [
    ['conversation.delete', 'high'],
    ['conversation.delete_all', 'high'],
    ['conversation.get', 'low'],
    ['conversation.list', 'low'],
    ['memory.add', 'medium'],
    ['memory.forget', 'high'],
    ['memory.search', 'low'],
    ['search.web', 'low'],
    ['settings.get', 'low'],
    ['settings.update', 'high'],
  ];
  const prompt = async (): Promise<string> => {
    server.provider.reset();
    server.provider.replyAnswer('Hi.');
    await admin.stream('/api/chat', { message: 'Hi' });
    return server.sent(0).messages[0]?.content ?? '';
  };

  test('ten, by category and name, all on', async () => {
    const { status, body } = await guest.get('/api/skills');
    expect([status, body.count, body.skills.map(({ key, risk, enabled }: Record<string, unknown>) => [key, risk, enabled])]).toEqual([200, 10, SKILLS.map(([key, risk]) => [key, risk, true])]);
    expect(body.skills[7]).toMatchObject({ name: 'Web Search', category: 'search', description: expect.stringMatching(/\S/), updated_at: expect.any(String) });
  });

  test.each(SKILLS)('%s is switched off and on, in the list of active ones and in the prompt', async (key) => {
    const active = async (): Promise<string[]> => (await guest.get('/api/skills/active')).body.skills.map((skill: { key: string }) => skill.key);
    const off = await admin.request('PUT', `/api/skills/${key}`, { enabled: false });
    expect([off.status, off.body]).toEqual([200, { status: 'ok', skill: expect.objectContaining({ key, enabled: false }) }]);
    expect(await active()).toEqual(SKILLS.map(([name]) => name).filter((name) => name !== key));
    expect(await prompt()).not.toContain(`- ${key} (`);
    const on = await admin.request('PUT', `/api/skills/${key}`, { enabled: true });
    expect([on.status, on.body.skill.enabled]).toEqual([200, true]);
    expect(await active()).toHaveLength(10);
    expect(await prompt()).toContain(`- ${key} (`);
  });

  test('none is active and none told where the switch of all is off', async () => {
    await admin.request('PUT', '/api/settings', { skills_enabled: false });
    const { status, body } = await guest.get('/api/skills/active');
    expect([status, body]).toEqual([200, { skills: [], count: 0, skills_enabled: false }]);
    expect(await prompt()).not.toContain('## Active Skills');
    await admin.request('PUT', '/api/settings', { skills_enabled: true });
    expect(await prompt()).toContain('## Active Skills');
  });

  test.each([
    ['a skill that is not there', 'no.skill', { enabled: true }, 404],
    ['a skill that is not there, before it looks at the body', 'no.skill', { enabled: 'x' }, 404],
    ['a text', 'memory.add', { enabled: 'true' }, 400],
    ['a number', 'memory.add', { enabled: 0 }, 400],
    ['nothing', 'memory.add', {}, 400],
  ])('refuses %s', async (_what, key, body, status) => {
    expectRefused(await admin.request('PUT', `/api/skills/${key}`, body), status);
    expect((await guest.get('/api/skills/active')).body.count).toBe(10);
  });

  test('a guest switches nothing', async () => {
    expectRefused(await guest.request('PUT', '/api/skills/memory.add', { enabled: false }), 403, 'Admin PIN required for this action');
    expect((await guest.get('/api/skills/active')).body.count).toBe(10);
  });
});
