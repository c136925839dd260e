import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Jarvis } from '../support/jarvis.js';

const CLI = path.join(process.cwd(), 'dist', 'cli.js');

describe('jarvis gateway', () => {
  let jarvis: Jarvis;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    // The command finds the server by the port of the settings.
    const port = 20_000 + (process.pid % 20_000);
    jarvis = await Jarvis.start({ port });
    environment = { PATH: process.env.PATH, HOME: jarvis.home, NO_COLOR: '1' };
    const { writeFile } = await import('node:fs/promises');
    await writeFile(path.join(jarvis.home, '.jarvis', '.env'), '');
  });
  afterAll(() => jarvis.stop());

  const run = (...args: string[]) => promisify(execFile)(process.execPath, [CLI, 'gateway', ...args], { env: environment });

  it('calls a method and prints its result as JSON', async () => {
    const { stdout } = await run('call', 'health');
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  it('says what the gateway says, and exits 1', async () => {
    await expect(run('call', 'no.such.method')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('unknown method') });
    await expect(run('call', 'sessions.list', '{"limit":')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('not JSON') });
    await expect(run('watch', 'nothing')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('There is no event') });
  });

  it('watches events, one line each, until Ctrl-C', async () => {
    const watching = spawn(process.execPath, [CLI, 'gateway', 'watch', 'chat'], { env: environment });
    let output = '';
    watching.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    const connected = new Promise<void>((resolve) => watching.stderr.setEncoding('utf8').on('data', (chunk: string) => chunk.includes('Connected') && resolve()));
    await connected;
    jarvis.provider.replyAnswer('Watched.');
    await jarvis.chat('Hi', 'watched');
    while (!output.includes('"state":"final"')) await new Promise((resolve) => watching.stdout.once('data', resolve));
    for (const line of output.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ event: 'chat', payload: { sessionKey: 'watched' } });
    expect(output).toContain('Watched.');
    watching.kill('SIGINT');
    expect(await new Promise((resolve) => watching.once('close', resolve))).toBe(0);
  });

  it('lets `jarvis chat` show tools and text while they come', async () => {
    jarvis.provider.replyToolCalls([{ name: 'exec', arguments: { cmd: 'echo from the tool' } }]).replyAnswer('Shown live.', 'x', { pieceLength: 3 });
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [CLI, 'chat', '--session', 'live-1', 'Do it'], { env: environment });
    expect(stdout).toBe('[exec] {"cmd":"echo from the tool"}\nfrom the tool\n  ok\nShown live.\n');
    expect(stderr).toContain('--session live-1');
    jarvis.provider.replyError(500).replyError(500);
    const failed = promisify(execFile)(process.execPath, [CLI, 'chat', 'Fail'], { env: environment });
    await expect(failed).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('No model answered') });
  });
});
