import { JarvisChatServer, type JarvisChatPage } from '../../support/jarvischat-page.js';

/** Of what an engine gives for an address, only those of the web are kept. */
describe('addresses of results', () => {
  let server: JarvisChatServer;
  let admin: JarvisChatPage;

  beforeAll(async () => {
    server = await JarvisChatServer.start();
  });
  beforeEach(async () => {
    server.reset();
    admin = await server.admin();
  });
  afterAll(() => server.stop());

  async function kept(url: unknown): Promise<{ source: string | undefined; told: string }> {
    server.engine.answer = { results: [{ title: 'A title', url, content: 'Some content.' }] };
    server.provider.replyAnswer('Told.');
    const frames = await admin.stream('/api/search', { query: 'something' });
    expect(frames.at(-1)).toMatchObject({ done: true, searched: true });
    const { status, body } = await admin.get(`/api/sessions/${frames.at(-1)?.conversation_id}`);
    expect(status).toBe(200);
    return { source: body.messages.at(-1).sources?.[0]?.url, told: JSON.stringify(server.sent(0).messages) };
  }

  test.each([
    ['https://a.example/x?y=1#z', 'https://a.example/x?y=1#z'],
    ['http://a.example', 'http://a.example'],
    ['  https://a.example/x  ', 'https://a.example/x'],
    ['HTTPS://a.example/x', 'HTTPS://a.example/x'],
  ])('%j is kept', async (url, expected) => {
    expect((await kept(url)).source).toBe(expected);
  });

  test.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'ftp://a.example/x', '//a.example/x', 'https://', '/relative', '', null, 5])(
    '%j is not, and what was found is told all the same',
    async (url) => {
      const { source, told } = await kept(url);
      expect(source ?? '').toBe('');
      expect(told).toContain('Some content.');
      expect(told).not.toMatch(/javascript:|data:text|file:\/\//i);
    },
  );
});
