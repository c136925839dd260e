import { existsSync } from 'node:fs';
import path from 'node:path';
import { Jarvis } from '../support/jarvis.js';

const KEY = 'test-completions-key-0123456789';

describe('commands in a chat', () => {
  let jarvis: Jarvis;

  beforeAll(async () => {
    jarvis = await Jarvis.start({ tools: { exec: { ask: 'always' } } }, { env: { JARVIS_COMPLETIONS_API_KEY: KEY } });
  });
  afterAll(() => jarvis.stop());
  beforeEach(() => jarvis.provider.reset());

  it('are answered without the model and leave nothing in the session', async () => {
    const { status, body } = await jarvis.chat('/help', 'commands-1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ sessionId: 'commands-1', status: 'ok', toolCalls: [] });
    for (const name of ['approve', 'help', 'new', 'status', 'stop']) expect(body.response).toContain(`/${name}`);
    expect((await jarvis.chat(' /STATUS ', 'commands-1')).body.response).toMatch(/nothing said yet[\s\S]*main-model/);
    expect(jarvis.provider.requests).toHaveLength(0);
    expect(existsSync(path.join(jarvis.home, '.jarvis', 'data', 'conversations', 'commands-1.json'))).toBe(false);
    expect((await jarvis.request('GET', '/api/sessions/commands-1')).status).toBe(404);
  });

  it.each(['/etc/hosts is what?', '/unknown', 'say /help', '//help', '/'])('%j is a message like any other', async (message) => {
    jarvis.provider.replyAnswer('From the model.');
    expect((await jarvis.chat(message)).body.response).toBe('From the model.');
  });

  it('/new names the session to go on with', async () => {
    const { body } = await jarvis.chat('/new', 'commands-2');
    expect(body.sessionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.response).toContain(body.sessionId);
  });

  it('/stop does not wait behind what it stops', async () => {
    expect((await jarvis.chat('/stop', 'commands-3')).body.response).toBe('Nothing is running in this session.');
    jarvis.provider.reply({ content: '{"response":"so far', hang: true });
    const chat = jarvis.chat('Endless', 'commands-3');
    await jarvis.provider.request(0);
    expect((await jarvis.chat('/status', 'commands-3')).body.response).toContain('Running: one message');
    expect((await jarvis.chat('/stop', 'commands-3')).body.response).toBe('What was running has been stopped.');
    expect((await chat).body).toMatchObject({ status: 'aborted' });
  });

  it('/approve lists what waits, decides, and says what is wrong with an order', async () => {
    expect((await jarvis.chat('/approve')).body.response).toBe('Nothing waits for a decision.');
    jarvis.provider.replyToolCalls([{ id: 'a', name: 'exec', arguments: { cmd: 'echo decided' } }]).replyAnswer('Ran.');
    const chat = jarvis.chat('Run', 'commands-4');
    let listed = '';
    for (let tries = 0; !listed.includes('echo decided'); tries += 1) {
      if (tries === 100) throw new Error('Nothing came to wait.');
      listed = (await jarvis.chat('/approve')).body.response;
    }
    const [, id = ''] = /`([0-9a-f-]{36})`/.exec(listed) ?? [];
    expect((await jarvis.chat(`/approve ${id} maybe`)).body.response).toContain('Usage: `/approve <id> allow-once|allow-always|deny`');
    expect((await jarvis.chat(`/approve ${id} allow-once`)).body.response).toBe('allow-once: `echo decided`');
    expect((await chat).body).toMatchObject({ response: 'Ran.', toolCalls: [{ status: 'ok' }] });
    expect((await jarvis.chat(`/approve ${id} deny`)).body.response).toContain('No approval with this id is waiting');
  });

  it('are streamed like any answer, and the last frame of /new names the new session', async () => {
    const { text } = await jarvis.request('POST', '/api/chat', { message: '/new', sessionId: 'commands-5' }, { accept: 'text/event-stream' });
    const frames = text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as Record<string, string>] : []));
    expect(frames[0]).toMatchObject({ sessionId: 'commands-5' });
    const last = frames.at(-1);
    expect(last).toMatchObject({ done: true, status: 'ok' });
    expect(last?.conversation_id).toBe(last?.sessionId);
    expect(frames.at(-2)?.token).toBe(`A new session begins: \`${last?.sessionId}\`.`);
  });

  it('are no matter of the OpenAI-compatible API', async () => {
    jarvis.provider.replyAnswer('From the model.');
    const body = { model: 'jarvis', messages: [{ role: 'user', content: '/help' }] };
    const { body: completion } = await jarvis.request('POST', '/v1/chat/completions', body, { authorization: `Bearer ${KEY}` });
    expect(completion.choices[0].message.content).toBe('From the model.');
  });
});
