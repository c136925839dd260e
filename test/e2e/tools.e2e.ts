import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Jarvis } from '../support/jarvis.js';

interface Call {
  name: string;
  args: Record<string, unknown>;
  status: string;
  result: string;
}

/** The built server, with the built-in tools as they were bundled, stored and read again, in real children. */
describe('tools', () => {
  let jarvis: Jarvis;

  beforeAll(async () => {
    jarvis = await Jarvis.start({}, { env: { DEPLOY_TOKEN: 'deploy-token-value', PLAIN: 'plain' } });
    await writeFile(path.join(jarvis.home, '.jarvis', '.env'), 'OPENROUTER_API_KEY=sk-or-test-key-0123456789\n');
  });
  afterAll(() => jarvis?.stop());
  beforeEach(() => jarvis.provider.reset());

  /** Has the model call tools, one after the other in one message, and gives what came of it. */
  async function call(...calls: [name: string, args: Record<string, unknown>][]): Promise<Call[]> {
    jarvis.provider.replyToolCalls(calls.map(([name, args], index) => ({ id: `call-${index}`, name, arguments: args }))).replyAnswer('Done.');
    const { body } = await jarvis.chat('Do it');
    return body.toolCalls as Call[];
  }

  const value = (made: Call | undefined): Record<string, unknown> => JSON.parse(made?.result ?? 'null') as Record<string, unknown>;

  async function addTool(name: string, code: string, extra: object = {}): Promise<void> {
    const file = path.join(jarvis.home, '.jarvis', 'data', 'tools', 'tools.json');
    const tools = (await jarvis.readJson('data', 'tools', 'tools.json')) as object;
    const definition = { type: 'function', function: { name, description: 'Mine.', parameters: { type: 'object', properties: {} } } };
    await writeFile(file, JSON.stringify({ ...tools, [name]: { definition, code, ...extra } }));
  }

  it('every built-in works from the built output', async () => {
    const file = path.join(jarvis.home, 'notes', 'a.txt');
    const made = await call(
      ['write_file', { path: file, content: 'one\ntwo\n' }],
      ['edit_file', { path: file, oldText: 'two', newText: '$& two' }],
      ['read_file', { path: file }],
      ['list_dir', { path: path.dirname(file) }],
      ['exec', { cmd: `cat ${file}; exit 4` }],
      ['get_current_time', { timezone: 'Europe/Berlin' }],
      ['save_user_info', { items: [{ key: 'colour', value: 'green' }] }],
      ['read_user_info', {}],
      ['get_recent_sessions', { limit: 1 }],
      ['read_session_log', { sessionId: 'no-such-session' }],
    );
    expect(made.map((each) => [each.name, each.status])).toEqual([
      ['write_file', 'ok'],
      ['edit_file', 'ok'],
      ['read_file', 'ok'],
      ['list_dir', 'ok'],
      ['exec', 'error'],
      ['get_current_time', 'ok'],
      ['save_user_info', 'ok'],
      ['read_user_info', 'ok'],
      ['get_recent_sessions', 'ok'],
      ['read_session_log', 'error'],
    ]);
    expect(value(made[2])).toMatchObject({ content: 'one\n$& two\n' });
    expect(value(made[3])).toMatchObject({ path: path.dirname(file), entries: [{ name: 'a.txt', type: 'file' }] });
    expect(value(made[4])).toEqual({ status: 'error', exitCode: 4, stdout: 'one\n$& two\n', stderr: '' });
    expect(value(made[7])).toMatchObject({ items: [{ key: 'colour', value: 'green' }] });
  });

  it('stores them in tools.json in the shape of the seed, each called by the contract', async () => {
    const tools = (await jarvis.readJson('data', 'tools', 'tools.json')) as Record<string, { definition: { type: string; function: { name: string } }; code: string }>;
    expect(Object.keys(tools)).toEqual(
      expect.arrayContaining(['exec', 'list_dir', 'read_file', 'write_file', 'edit_file', 'get_current_time', 'save_user_info', 'read_user_info', 'get_recent_sessions', 'read_session_log']),
    );
    for (const [name, { definition, code }] of Object.entries(tools)) {
      expect(definition).toMatchObject({ type: 'function', function: { name, description: expect.stringMatching(/.{40}/) } });
      expect(code).toMatch(/\(args, fs, path, process, require\);$/);
    }
  });

  it('no key and no token reaches a command, and none comes out of the files that hold them', async () => {
    const made = await call(['exec', { cmd: 'env' }], ['exec', { cmd: 'cat ~/.jarvis/.env; cat /proc/$PPID/environ | tr "\\0" "\\n"' }], ['read_file', { path: '~/.jarvis/.env' }]);
    expect(value(made[0]).stdout).toContain('PLAIN=plain\n');
    const everything = JSON.stringify(made);
    expect(everything).not.toContain('sk-or-test-key');
    expect(everything).not.toContain('deploy-token-value');
    expect(made[2]?.result).toContain('[redacted]');
  });

  it('a new tool counts at once; whatever it does ends its own call, and health answers all the while', async () => {
    await addTool('spin', 'while (true);', { timeout: 700 });
    await addTool('late', 'setTimeout(() => { throw new Error("late"); }, 5); return "early";');
    await addTool('leave', 'process.exit(7);');
    await addTool('bomb', 'const all = []; for (;;) all.push(new Array(1_000_000).fill(1.5));');
    await addTool('cycle', 'const a = {}; a.a = a; return a;');
    const { pid } = jarvis.server;
    const slow: number[] = [];
    let isDone = false;
    const health = (async () => {
      while (!isDone) {
        const started = performance.now();
        const { status } = await jarvis.request('GET', '/api/health');
        if (status !== 200) slow.push(-status);
        slow.push(performance.now() - started);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const made = await call(['spin', {}], ['late', {}], ['leave', {}], ['bomb', {}], ['cycle', {}], ['exec', { cmd: 'echo alive' }]);
    isDone = true;
    await health;
    expect(made.map((each) => each.status)).toEqual(['error', 'ok', 'error', 'error', 'error', 'ok']);
    expect(value(made[0])).toMatchObject({ timedOut: true });
    expect(made[2]?.result).toContain('exit code 7');
    expect(made[3]?.result).toContain('MiB of memory');
    // Nearly all answers come within 50 ms; a busy machine may hold up a few.
    slow.sort((a, b) => a - b);
    expect(slow[0]).toBeGreaterThan(0);
    expect(slow[Math.floor(slow.length / 2)]).toBeLessThan(50);
    expect(jarvis.server.pid).toBe(pid);
    expect((await jarvis.request('GET', '/api/health')).status).toBe(200);
  });

  it('a command that takes too long says so, with its output until then, and leaves nothing running', async () => {
    const file = path.join(jarvis.home, '.jarvis', 'data', 'tools', 'tools.json');
    const tools = (await jarvis.readJson('data', 'tools', 'tools.json')) as Record<string, object>;
    await writeFile(file, JSON.stringify({ ...tools, exec: { ...tools.exec, timeout: 1000 } }));
    const [made] = await call(['exec', { cmd: 'echo $$; (setsid sleep 300 &); echo so far; sleep 300' }]);
    await writeFile(file, JSON.stringify(tools));
    expect(made?.status).toBe('error');
    expect(value(made)).toMatchObject({ status: 'error', exitCode: null, signal: 'SIGTERM', timedOut: true, stdout: expect.stringMatching(/^\d+\nso far\n$/), error: expect.stringContaining('time limit of 1 s') });
    const shell = Number.parseInt(String(value(made).stdout), 10);
    expect(() => process.kill(shell, 0)).toThrow('ESRCH');
  });

  it('leaves a line for each call in the audit log', async () => {
    await call(['exec', { cmd: 'true' }], ['toString', {}]);
    const lines = await jarvis.readLines('logs', 'audit.jsonl');
    expect(lines.slice(-2)).toMatchObject([
      { tool: 'exec', decision: 'allowed', status: 'ok', principal: { role: 'local' } },
      { tool: 'toString', decision: 'unknown-tool', status: 'error' },
    ]);
  });
});
