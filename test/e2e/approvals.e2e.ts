import { existsSync } from 'node:fs';
import path from 'node:path';
import { Jarvis, type Answer } from '../support/jarvis.js';

/** The built server with commands that are asked about, over REST. */
describe('approvals', () => {
  let jarvis: Jarvis;

  beforeAll(async () => {
    jarvis = await Jarvis.start({ tools: { exec: { security: 'allowlist', ask: 'on-miss', allowlist: ['ls', 'sh'] } } });
  });
  afterAll(() => jarvis?.stop());
  beforeEach(() => jarvis.provider.reset());

  function run(name: string, args: Record<string, unknown>, sessionId?: string): Promise<Answer> {
    jarvis.provider.replyToolCalls([{ id: 'call-1', name, arguments: args }]).replyAnswer('Done.');
    return jarvis.chat('Do it', sessionId);
  }

  async function pending(): Promise<{ id: string } & Record<string, unknown>> {
    for (let tries = 0; tries < 400; tries += 1) {
      const [approval] = (await jarvis.request('GET', '/api/approvals')).body.approvals;
      if (approval) return approval;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error('Nothing waits for a decision');
  }

  const decide = (id: string, decision: string): Promise<Answer> => jarvis.request('POST', `/api/approvals/${id}`, { decision });
  const firstCall = (answer: Answer): { status: string; result: string } => answer.body.toolCalls[0];

  it('shows the exact command and where it would run, and runs it once after "allow-once"', async () => {
    const marker = path.join(jarvis.home, 'ran');
    const cmd = `touch ${marker}; echo \u200bdone`;
    const chat = run('exec', { cmd }, 'ask-1');
    const approval = await pending();
    expect(approval).toMatchObject({ sessionId: 'ask-1', tool: 'exec', command: cmd, display: `touch ${marker}; echo \\u{200b}done`, directory: expect.any(String), expiresAt: expect.any(String) });
    expect(existsSync(marker)).toBe(false);
    expect((await decide(approval.id, 'perhaps')).status).toBe(400);
    expect((await decide(approval.id, 'allow-once')).status).toBe(200);
    expect((await decide(approval.id, 'allow-once')).status).toBe(404);
    expect(firstCall(await chat).status).toBe('ok');
    expect(existsSync(marker)).toBe(true);
    expect((await jarvis.request('GET', '/api/approvals')).body.approvals).toEqual([]);
  });

  it('a denied command does not run, and the model is told', async () => {
    const chat = run('exec', { cmd: 'ls; id' });
    await decide((await pending()).id, 'deny');
    expect(firstCall(await chat)).toMatchObject({ status: 'error', result: expect.stringContaining('denied') });
  });

  it('a listed program runs unasked, without a shell; the aborted run takes its question along', async () => {
    expect(firstCall(await run('exec', { cmd: 'ls -a "/"' }))).toMatchObject({ status: 'ok', result: expect.stringContaining('etc\\n') });
    const chat = run('exec', { cmd: 'sh -c id' }, 'ask-2');
    await pending();
    await jarvis.request('POST', '/api/sessions/ask-2/abort', {});
    expect((await chat).body.status).toBe('aborted');
    expect((await jarvis.request('GET', '/api/approvals')).body.approvals).toEqual([]);
  });

  it('allow-always holds over a restart, for these very bytes', async () => {
    const chat = run('exec', { cmd: 'echo  twice' });
    await decide((await pending()).id, 'allow-always');
    await chat;
    await jarvis.restart();
    expect(firstCall(await run('exec', { cmd: 'echo  twice' }))).toMatchObject({ status: 'ok', result: expect.stringContaining('twice') });
    const other = run('exec', { cmd: 'echo twice' });
    await decide((await pending()).id, 'deny');
    expect(firstCall(await other).status).toBe('error');
  });

  it('the file tools keep out of ~/.jarvis but for its workspace', async () => {
    const settings = path.join(jarvis.home, '.jarvis', 'data', 'config', 'settings.json');
    const before = await jarvis.readText('data', 'config', 'settings.json');
    expect(firstCall(await run('write_file', { path: settings, content: '{}' }))).toMatchObject({ status: 'error', result: expect.stringContaining('was not written') });
    expect(firstCall(await run('edit_file', { path: settings, oldText: 'allowlist', newText: 'full' })).status).toBe('error');
    expect(firstCall(await run('write_file', { path: '~/.jarvis/data/workspace/notes.md', content: 'x' })).status).toBe('ok');
    expect(await jarvis.readText('data', 'config', 'settings.json')).toBe(before);
  });
});
