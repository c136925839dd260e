import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { TokenStore } from '../security/token-store.js';
import { ApprovalsService } from './approvals.service.js';
import { documentedExecRows } from './testing/documented-exec-rows.js';
import { OWNER, parsed, storedTool, ToolsBench } from './testing/tools-bench.js';
import { ToolRunner, type ToolContext, type ToolOutcome } from './tool.js';

/** Real files, real children, the modules as the server wires them; a clock that stands still. */
describe('commands', () => {
  let bench: ToolsBench;
  beforeEach(() => (bench = new ToolsBench()));
  afterEach(() => bench.close());

  const exec = (cmd: string, changes: Partial<ToolContext> = {}): Promise<ToolOutcome> => bench.call('exec', { cmd }, changes);
  const guarded = (value: object): void => bench.settings({ toolTimeoutMs: 10_000, tools: { exec: value } });

  test.each(documentedExecRows())('with %s and %s: approved %s, listed %s, unknown %s', async (security, ask, approved, listed, unknown) => {
    guarded({ security, ask, allowlist: ['ls'] });
    bench.put('data/config/approvals.json', { approvals: [{ tool: 'exec', command: 'echo approved', directory: bench.workspace }] });
    await bench.start();
    for (const [cmd, rule] of [['echo approved', approved], ['ls', listed], ['echo other', unknown]] as const) {
      const running = exec(cmd);
      if (rule === 'ask') await bench.decide('deny');
      const outcome = await running;
      expect([cmd, outcome.status]).toEqual([cmd, rule === 'run' ? 'ok' : 'error']);
      const asked = rule === 'ask' ? /owner denied/ : rule === 'refuse' ? /tools\.exec/ : /called/;
      expect(outcome.result).toMatch(asked);
    }
  });

  test('run as they are by default; only the guard sets an argument vector', async () => {
    await bench.start();
    expect(parsed(await bench.call('exec', { cmd: 'ls; id', argv: ['/bin/sh', '-c', 'id'] }))).toMatchObject({ called: { cmd: 'ls; id' } });
    expect(parsed(await bench.call('exec', { cmd: 'ls; id', argv: ['x'] })).called).not.toHaveProperty('argv');
  });

  test('turned off: exec and users\' own tools are not offered, and a call says why', async () => {
    guarded({ security: 'deny', ask: 'always' });
    await bench.start();
    bench.addTools(storedTool('mine', 'return 1;'));
    expect(await bench.names()).toEqual(['echo', 'service']);
    expect(parsed(await exec('ls')).error).toContain('tools.exec.security is "deny"');
    expect(bench.audit()).toMatchObject([{ tool: 'exec', decision: 'denied-by-policy' }]);
  });

  test('an allow-list: a covered command is run as an argument vector, everything else is refused', async () => {
    guarded({ security: 'allowlist', allowlist: ['ls', 'sh'] });
    await bench.start();
    bench.addTools(storedTool('mine', 'return 1;'));
    const called = parsed(await bench.call('exec', { cmd: 'ls "a b"', argv: ['/bin/sh'] })).called as { argv: string[] };
    expect(called.argv).toEqual([expect.stringMatching(/^\/.*\/ls$/), 'a b']);
    for (const cmd of ['ls; id', 'ls\nid', 'ls $(id)', 'sh -c id', 'id', `ls ${bench.file('.env')}`]) {
      expect(parsed(await exec(cmd)).error).toContain('tools.exec.allowlist');
    }
    expect(parsed(await bench.call('mine')).error).toContain('tools.exec.allowlist');
    expect((await bench.offered()).diagnostics).toEqual([{ tool: 'exec', problem: expect.stringContaining('"sh"') }]);
    expect(bench.audit().map((entry) => entry.decision)).toEqual(['allow-list', ...Array.from({ length: 7 }, () => 'denied-by-policy')]);
  });

  test('an edited exec is a user\'s own tool: the allow-list does not cover it', async () => {
    guarded({ security: 'allowlist', allowlist: ['ls'] });
    await bench.start();
    bench.addTools(storedTool('exec', 'return "edited";'));
    expect((await exec('ls')).status).toBe('error');
  });

  test('a question waits with the exact command, also its invisible characters, and one answer runs it once', async () => {
    guarded({ ask: 'on-miss' });
    await bench.start();
    const changes: string[] = [];
    bench.get(ApprovalsService).onChange((change) => changes.push(change.type));
    const running = exec('rm x\u200b');
    expect(await bench.pending()).toEqual({
      id: expect.any(String),
      sessionId: 's1',
      runId: 'r1',
      tool: 'exec',
      command: 'rm x\u200b',
      display: 'rm x\\u{200b}',
      directory: bench.workspace,
      requestedAt: '2026-02-13T12:00:00.000Z',
      expiresAt: '2026-02-13T12:02:00.000Z',
    });
    const { id } = await bench.decide('allow-once');
    expect(parsed(await running)).toMatchObject({ called: { cmd: 'rm x\u200b' } });
    await expect(bench.get(ApprovalsService).decide(id, 'allow-once', OWNER)).rejects.toMatchObject({ code: 'not_found' });
    const again = exec('rm x\u200b');
    await bench.decide('deny');
    expect(parsed(await again).error).toContain('the owner denied it');
    expect(changes).toEqual(['requested', 'resolved', 'requested', 'resolved']);
    expect(bench.audit().map((entry) => entry.decision)).toEqual(['allow-once', 'denied-by-owner']);
  });

  test('what was shown is what runs, whatever happens to the arguments meanwhile', async () => {
    guarded({ ask: 'always' });
    await bench.start();
    const args = { cmd: 'echo shown' };
    const running = bench.get(ToolRunner).call({ name: 'exec', args }, bench.context());
    await bench.pending();
    args.cmd = 'echo other';
    await bench.decide('allow-once');
    expect(parsed(await running)).toMatchObject({ called: { cmd: 'echo shown' } });
  });

  test('without an answer it is denied after 120 s; the wait does not count to the time limit', async () => {
    bench.settings({ toolTimeoutMs: 500, tools: { exec: { ask: 'always' } } });
    await bench.start();
    const expired = exec('a');
    const { id } = await bench.pending();
    bench.clock.advance(119_999);
    expect(bench.get(ApprovalsService).list()).toHaveLength(1);
    bench.clock.advance(1);
    expect(parsed(await expired).error).toContain('did not decide in time');
    await expect(bench.get(ApprovalsService).decide(id, 'allow-once', OWNER)).rejects.toMatchObject({ code: 'not_found' });
    const waited = exec('b');
    await bench.pending();
    await sleep(700);
    await bench.decide('allow-once');
    expect((await waited).status).toBe('ok');
    expect(bench.clock.sleeping).toBe(0);
  });

  test('an abort of the run withdraws the question', async () => {
    guarded({ ask: 'always' });
    await bench.start();
    const controller = new AbortController();
    const running = exec('a', { signal: controller.signal });
    await bench.pending();
    controller.abort();
    expect(parsed(await running)).toMatchObject({ status: 'error', aborted: true });
    expect(bench.get(ApprovalsService).list()).toEqual([]);
    expect(bench.clock.sleeping).toBe(0);
  });

  test('allow-always holds for exactly these bytes in this directory, also after a restart, until its line is taken out', async () => {
    guarded({ security: 'allowlist', ask: 'always' });
    await bench.start();
    const first = exec('make  test');
    await bench.decide('allow-always');
    expect((await first).status).toBe('ok');
    expect(bench.readJson('data/config/approvals.json')).toEqual({
      approvals: [{ tool: 'exec', command: 'make  test', directory: bench.workspace, approvedAt: '2026-02-13T12:00:00.000Z', approvedBy: 'local:local' }],
    });
    await bench.stop();
    await bench.start();
    expect((await exec('make  test', { sessionId: 'another' })).status).toBe('ok');
    expect(bench.audit().at(-1)).toMatchObject({ decision: 'stored-approval' });
    for (const cmd of ['make test', 'make  test ', 'make  test;', 'MAKE  test']) {
      const asked = exec(cmd);
      await bench.decide('deny');
      expect((await asked).status).toBe('error');
    }
    bench.put('data/config/approvals.json', { approvals: [{ tool: 'exec', command: 'make  test', directory: '/elsewhere' }] });
    const asked = exec('make  test');
    await bench.decide('deny');
    expect((await asked).status).toBe('error');
  });

  test('an approval of a user\'s own tool is for its arguments and its code', async () => {
    guarded({ ask: 'always' });
    await bench.start();
    bench.addTools(storedTool('mine', 'return args.n;'));
    const first = bench.call('mine', { n: 1 });
    expect(await bench.pending()).toMatchObject({ tool: 'mine', command: 'mine {"n":1}' });
    await bench.decide('allow-always');
    expect(await first).toEqual({ status: 'ok', result: '1' });
    expect(await bench.call('mine', { n: 1 })).toEqual({ status: 'ok', result: '1' });
    const otherArguments = bench.call('mine', { n: 2 });
    await bench.decide('deny');
    expect((await otherArguments).status).toBe('error');
    bench.addTools(storedTool('mine', 'return args.n; // edited'));
    const editedCode = bench.call('mine', { n: 1 });
    await bench.decide('deny');
    expect((await editedCode).status).toBe('error');
  });

  test('a damaged approvals file approves nothing, and is kept', async () => {
    guarded({ ask: 'always' });
    bench.put('data/config/approvals.json', '{"approvals": [{"tool": "exec", "comm');
    await bench.start();
    const running = exec('a');
    await bench.decide('allow-always');
    expect((await running).status).toBe('ok');
    expect(readdirSync(bench.file('data/config')).filter((name) => name.startsWith('approvals.json.damaged-'))).toHaveLength(1);
    expect((await exec('a')).status).toBe('ok');
  });

  test('nobody but the owner decides, and where the owner has a token, only who shows it', async () => {
    guarded({ ask: 'always' });
    await bench.start();
    const approvals = bench.get(ApprovalsService);
    const running = exec('a');
    const { id } = await bench.pending();
    for (const role of ['guest', 'api-key'] as const) {
      await expect(approvals.decide(id, 'allow-once', { role, id: 'x', scopes: ['completions'] })).rejects.toMatchObject({ code: 'forbidden' });
    }
    const store = bench.get(TokenStore);
    await store.create({ name: 'editor', scopes: ['completions'] });
    await expect(approvals.decide('no-such-id', 'deny', OWNER)).rejects.toMatchObject({ code: 'not_found' });
    await store.create({ name: 'owner' });
    await expect(approvals.decide(id, 'allow-once', OWNER)).rejects.toMatchObject({ code: 'forbidden' });
    await approvals.decide(id, 'deny', { role: 'admin', id: 'token', scopes: ['admin'] });
    expect((await running).status).toBe('error');
  });

  test('file tools learn that they must keep out of ~/.jarvis only while commands are guarded', async () => {
    guarded({ ask: 'always' });
    await bench.start();
    expect(parsed(await bench.call('echo')).env).toMatchObject({ JARVIS_PROTECTED_DIRECTORY: bench.file(), JARVIS_WORKSPACE: bench.file('data/workspace') });
  });
});
