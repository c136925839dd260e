import { jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { CliHome, eventually, freePort, isAlive, root } from './support/cli-home.js';

jest.setTimeout(120_000);

/** Secrets of the shell in which the server is started, by name and by form. */
const SECRETS = {
  ANTHROPIC_API_KEY: 'shell-secret-one',
  GITHUB_TOKEN: 'shell-secret-two',
  JARVIS_ADMIN_PIN: '493817493817',
  DATABASE_URL: 'postgres://me:shell-secret-four@localhost/db',
  OPENROUTER_API_KEY: 'shell-secret-five',
};

describe('the server in the background', () => {
  let home: CliHome;
  let port: number;

  beforeEach(async () => {
    home = new CliHome();
    port = await freePort();
  });

  afterEach(() => home.dispose());

  const pidOf = (status: string): number => Number(/PID\s+(\d+)/.exec(status)?.[1]);
  const settings = (value: unknown): void => writeFileSync(home.path('data', 'config', 'settings.json'), JSON.stringify(value));

  test('without setup, start says what to do first and starts nothing', async () => {
    expect(await home.run(['start'])).toEqual({ code: 1, stdout: '', stderr: 'Please run `jarvis setup` first\n' });
    expect(existsSync(path.join(home.folder, '.pm2'))).toBe(false);
  });

  test('starts, answers, says how it is, restarts and stops, and leaves nothing running', async () => {
    await home.setUp({ baseUrl: 'offline', port });
    const url = `http://127.0.0.1:${port}`;

    const started = await home.run(['start'], { env: SECRETS });
    expect(started).toMatchObject({ code: 0, stdout: `Jarvis is running at ${url}\n` });
    expect(started.stderr).toMatch(/OPENROUTER_API_KEY of your shell is not handed to the background server/);

    const status = await home.run(['status']);
    expect(status).toMatchObject({ code: 0, stderr: '' });
    expect(status.stdout).toMatch(/^Jarvis is running\.\n/);
    for (const fact of [url, 'Version', 'Uptime', 'PID', 'Memory', home.path('logs', 'server.log')]) expect(status.stdout).toContain(fact);
    const pid = pidOf(status.stdout);
    expect(isAlive(pid)).toBe(true);

    expect(await home.run(['start'])).toEqual({ code: 0, stdout: `Jarvis is already running at ${url}\n`, stderr: '' });
    expect(pidOf((await home.run(['status'])).stdout)).toBe(pid);

    const chat = await home.run(['chat', 'run `pwd`']);
    expect(chat.code).toBe(0);
    expect(chat.stdout).toMatch(/\[exec\] \{"cmd":"pwd"\}/);
    expect(chat.stdout).toContain(home.folder);

    const logs = await home.run(['logs', '-n', '5']);
    expect(logs.stdout).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d .*Jarvis is listening at ${url}$`, 'm'));
    expect(statSync(home.path('logs', 'server.log')).mode & 0o777).toBe(0o600);

    expect(await home.run(['restart'])).toEqual({ code: 0, stdout: `Jarvis is running at ${url}\n`, stderr: '' });
    expect(isAlive(pid)).toBe(false);
    const next = pidOf((await home.run(['status'])).stdout);
    expect(next).not.toBe(pid);

    const daemon = Number(readFileSync(path.join(home.folder, '.pm2', 'pm2.pid'), 'utf8'));
    expect(await home.run(['stop'])).toEqual({ code: 0, stdout: 'Jarvis is stopped.\n', stderr: '' });
    await eventually('server and PM2 ended', () => !isAlive(next) && !isAlive(daemon));
    expect(await home.run(['status'])).toMatchObject({ code: 3, stdout: expect.stringMatching(/^Jarvis is not running/) as string });
    expect(await home.run(['stop'])).toEqual({ code: 0, stdout: 'Jarvis is not running.\n', stderr: '' });
  });

  test('hands no secret of the shell to PM2, its list or its dump, nor to the server', async () => {
    await home.setUp({ baseUrl: 'offline', port });
    await home.run(['start'], { env: { ...SECRETS, HARMLESS: 'shell-harmless' } });
    const pm2 = (...args: string[]): string =>
      execFileSync(process.execPath, [path.join(root, 'node_modules', 'pm2', 'bin', 'pm2'), ...args], { env: home.environment(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const list = pm2('jlist');
    pm2('save');
    const dump = readFileSync(path.join(home.folder, '.pm2', 'dump.pm2'), 'utf8');
    const daemon = Number(readFileSync(path.join(home.folder, '.pm2', 'pm2.pid'), 'utf8'));
    const environments = process.platform === 'linux' ? [daemon, pidOf((await home.run(['status'])).stdout)].map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8')) : [];
    for (const text of [list, dump, ...environments]) {
      expect(text).toContain('shell-harmless');
      expect(text).not.toContain('shell-secret');
    }
    expect(list).toContain('"name":"jarvis-server"');
    expect(list).toMatch(/"kill_timeout":15000/);
    expect(list).toMatch(/"autorestart":true/);
    expect(statSync(path.join(home.folder, '.pm2')).mode & 0o777).toBe(0o700);
    await home.run(['stop']);
  });

  test('comes back after a crash, and status counts it', async () => {
    await home.setUp({ baseUrl: 'offline', port });
    await home.run(['start']);
    const pid = pidOf((await home.run(['status'])).stdout);
    process.kill(pid, 'SIGKILL');
    await eventually('the server answered again', async () => {
      const { code, stdout } = await home.run(['status']);
      return code === 0 && pidOf(stdout) !== pid;
    });
    expect((await home.run(['status'])).stdout).toMatch(/Restarts\s+1 /);
    await home.run(['stop']);
  });

  test('a server that crashes again and again is called that', async () => {
    await home.setUp({ baseUrl: 'offline', port });
    await home.run(['start']);
    const pid = pidOf((await home.run(['status'])).stdout);
    settings({ port: 'spoiled' });
    expect((await home.run(['status'])).stdout).toMatch(/Warning +settings\.json cannot be used:\n +- port is "spoiled"/);
    process.kill(pid, 'SIGKILL');
    await eventually('status said so', async () => {
      const { code, stdout } = await home.run(['status']);
      return code === 1 && /^Jarvis crashes again and again/.test(stdout);
    });
    expect((await home.run(['logs'])).stdout).toMatch(/Jarvis could not start: settings\.json cannot be used/);
    expect(await home.run(['stop'])).toMatchObject({ code: 0, stdout: 'Jarvis is stopped.\n' });
    expect((await home.run(['status'])).code).toBe(3);
  });

  test('a port in use is said with its number, and nothing is started', async () => {
    const other = createServer((_request, response) => response.end('other'));
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    await home.setUp({ baseUrl: 'offline', port });
    const { code, stdout, stderr } = await home.run(['start']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^Port ${port} is in use by another program`));
    expect(existsSync(path.join(home.folder, '.pm2'))).toBe(false);
    other.closeAllConnections();
    other.close();
  });

  test('settings that cannot be used are named, and a running server is not stopped for them', async () => {
    await home.setUp({ baseUrl: 'offline', port });
    await home.run(['start']);
    settings({ port: 99_999, maxIterations: 'many' });
    const { code, stderr } = await home.run(['restart']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/port is 99999/);
    expect(stderr).toMatch(/maxIterations is "many"/);
    settings({ baseUrl: 'offline', port });
    expect((await home.run(['status'])).code).toBe(0);
    await home.run(['stop']);
  });

  test('a server that cannot start is reported with its own words, and is not started again and again', async () => {
    await home.setUp({ baseUrl: 'offline', port, host: '0.0.0.0' });
    const { code, stdout, stderr } = await home.run(['start']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/Jarvis did not start: the server ended by itself\. The last lines of its log:\n.*Jarvis could not start: Jarvis does not listen on 0\.0\.0\.0/);
    expect((await home.run(['status'])).code).toBe(3);
  });

  test('with port 0 the system chooses, and every command finds the server', async () => {
    await home.setUp({ baseUrl: 'offline', port: 0 });
    const { stdout } = await home.run(['start']);
    const url = /at (http:\S+)/.exec(stdout)?.[1] ?? '';
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await home.run(['status'])).stdout).toContain(url);
    expect((await home.run(['chat', '--json', 'what time is it'])).code).toBe(0);
    await home.run(['stop']);
  });

  test('logs follow what is added, until Ctrl-C', async () => {
    await home.setUp({ baseUrl: 'offline', port });
    expect(await home.run(['logs'])).toMatchObject({ code: 1, stderr: expect.stringMatching(/no server log yet/) as string });
    execFileSync('mkdir', ['-p', home.path('logs')]);
    writeFileSync(home.path('logs', 'server.log'), 'one\ntwo\nthree\n');
    const following = home.start(['logs', '-f', '-n', '2']);
    await eventually('the end was shown', () => following.stdout() === 'two\nthree\n');
    appendFileSync(home.path('logs', 'server.log'), 'four\n');
    await eventually('the new line was shown', () => following.stdout() === 'two\nthree\nfour\n');
    following.interrupt();
    expect((await following.ended).code).toBe(0);
  });
});
