import 'reflect-metadata';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SystemClock } from '../../common/clock.js';
import { JarvisPaths } from '../../config/jarvis-paths.js';
import { RecordingTerminal } from '../testing/recording-terminal.js';
import { checkNodeVersion } from './checks/node-version.check.js';
import { examine } from './doctor.js';
import type { Finding } from './finding.js';
import { reportText } from './report.js';

describe('doctor', () => {
  let paths: JarvisPaths;
  const servers: Server[] = [];

  beforeEach(() => {
    paths = new JarvisPaths(mkdtempSync(path.join(tmpdir(), 'jarvis-doctor-')));
    delete process.env.OPENROUTER_API_KEY;
  });

  afterEach(() => {
    delete process.env.OPENROUTER_API_KEY;
    for (const server of servers.splice(0)) server.close();
    rmSync(paths.home, { recursive: true });
  });

  const setUp = (settings: unknown, env = 'OPENROUTER_API_KEY=\n'): void => {
    paths.createDirectories();
    writeFileSync(paths.environmentFile, env, { mode: 0o600 });
    writeFileSync(paths.settingsFile, typeof settings === 'string' ? settings : JSON.stringify(settings), { mode: 0o600 });
  };
  const listen = (status: number, body: unknown): Promise<number> =>
    new Promise((resolve) => {
      const server = createServer((_request, response) => response.writeHead(status, { connection: 'close' }).end(JSON.stringify(body)));
      servers.push(server);
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  const look = async (): Promise<Finding[]> => examine(paths, new SystemClock());
  const problems = async (): Promise<Finding[]> => (await look()).filter(({ state }) => state === 'problem');
  const everything = (): string[] => readdirSync(paths.home, { recursive: true }).map(String).sort();

  test('on an empty home: says what to do first, and creates nothing', async () => {
    expect(await problems()).toEqual([expect.objectContaining({ name: 'Setup', remedy: 'Please run `jarvis setup` first' })]);
    expect(everything()).toEqual([]);
  });

  test('on a home in order: all is well, and nothing is changed', async () => {
    setUp({ baseUrl: 'offline', port: 0 });
    const before = everything();
    const findings = await look();
    expect(findings.map(({ state }) => state).filter((state) => state !== 'ok')).toEqual([]);
    expect(findings.map(({ name }) => name)).toEqual(['Node.js', 'Settings', 'Permissions', 'Model', 'Server', 'Disk', 'Files', 'Tools', 'Skills']);
    expect(everything()).toEqual(before);
  });

  test('names every key of settings.json that cannot be used', async () => {
    setUp({ port: 'x', maxIterations: 0 });
    const found = await problems();
    expect(found.map(({ message }) => message)).toEqual([expect.stringMatching(/maxIterations is 0/), expect.stringMatching(/port is "x"/)]);
    expect(found[0]?.remedy).toMatch(/jarvis setup/);
  });

  test('settings.json that is no JSON', async () => {
    setUp('{');
    expect((await problems()).map(({ message }) => message)).toEqual([expect.stringMatching(/not readable as JSON/)]);
  });

  test('a home that others can read, with the command that mends it', async () => {
    setUp({ baseUrl: 'offline', port: 0 });
    chmodSync(paths.base, 0o755);
    chmodSync(paths.environmentFile, 0o644);
    expect((await problems()).map(({ remedy }) => remedy)).toEqual([`chmod 700 ${paths.base}`, `chmod 600 ${paths.environmentFile}`]);
  });

  describe('the key', () => {
    test('is missing', async () => {
      setUp({ port: 0 });
      expect(await problems()).toEqual([{ name: 'Key', state: 'problem', message: 'There is no API key for OpenRouter.', remedy: 'jarvis setup --key <key>' }]);
    });

    test('stands in the shell only', async () => {
      setUp({ port: 0 });
      process.env.OPENROUTER_API_KEY = 'sk-or-in-the-shell';
      const [found] = await problems();
      expect(found?.message).toMatch(/in this shell only/);
      expect(JSON.stringify(found)).not.toContain('sk-or-in-the-shell');
    });

    test('is for another provider', async () => {
      setUp({ port: 0, baseUrl: 'https://api.example.com/v1' }, 'OPENROUTER_API_KEY=sk-0123456789\nOPENROUTER_API_KEY_FOR=https://openrouter.ai\n');
      expect((await problems())[0]?.message).toBe('The stored key is for OpenRouter and is not sent to https://api.example.com.');
    });
  });

  describe('the model', () => {
    test('is there', async () => {
      const port = await listen(200, { data: [{ id: 'a/b' }] });
      setUp({ port: 0, baseUrl: `http://127.0.0.1:${port}/v1`, selectedModel: 'a/b', fallbackModel: 'a/b' });
      expect((await look()).filter(({ name }) => name === 'Model')).toEqual([
        { name: 'Model', state: 'ok', message: `http://127.0.0.1:${port} answers; the model is a/b.` },
      ]);
    });

    test('is not listed: a warning, not a problem', async () => {
      const port = await listen(200, { data: [{ id: 'a/b' }] });
      setUp({ port: 0, baseUrl: `http://127.0.0.1:${port}/v1`, selectedModel: 'c/d', fallbackModel: 'openrouter/a/b' });
      const findings = await look();
      expect(findings.filter(({ state }) => state === 'problem')).toEqual([]);
      expect(findings.filter(({ state }) => state === 'warning').map(({ message }) => message)).toEqual([expect.stringMatching(/does not list c\/d/)]);
    });

    test.each([
      ['refuses', 401],
      ['fails', 500],
    ])('%s', async (_case, status) => {
      const port = await listen(status, { error: { message: 'no' } });
      setUp({ port: 0, baseUrl: `http://127.0.0.1:${port}/v1` });
      expect((await problems()).map(({ name }) => name)).toEqual(['Model']);
    });

    test('cannot be reached', async () => {
      const port = await listen(200, {});
      servers.splice(0).forEach((server) => server.close());
      setUp({ port: 0, baseUrl: `http://127.0.0.1:${port}/v1` });
      expect((await problems())[0]?.message).toMatch(/cannot be reached/);
    });
  });

  test('a port that another program uses', async () => {
    const port = await listen(200, { hello: 'world' });
    setUp({ baseUrl: 'offline', port });
    expect(await problems()).toEqual([
      { name: 'Port', state: 'problem', message: `Port ${port} is in use by another program.`, remedy: expect.stringMatching(/jarvis setup --port/) as string },
    ]);
  });

  test('a port on which Jarvis answers', async () => {
    const port = await listen(200, { status: 'ok', version: '9.9.9', uptimeSeconds: 1 });
    setUp({ baseUrl: 'offline', port });
    expect((await look()).find(({ name }) => name === 'Server')).toEqual({
      name: 'Server',
      state: 'ok',
      message: `It answers at http://127.0.0.1:${port} (version 9.9.9).`,
    });
  });

  test('an address beyond this machine without a token', async () => {
    setUp({ baseUrl: 'offline', port: 0, host: '0.0.0.0' });
    expect((await problems()).map(({ remedy }) => remedy)).toEqual([expect.stringMatching(/jarvis token create/)]);
  });

  describe('files', () => {
    beforeEach(() => setUp({ baseUrl: 'offline', port: 0 }));

    test('a conversation that is cut off, found without being touched', async () => {
      writeFileSync(path.join(paths.conversations, 'abc.json'), '{"metadata":{"handoffCount":0},"messages":[{"role":"user","content":"hi"},{"role":"assis', { mode: 0o600 });
      const before = everything();
      const [found, ...others] = await problems();
      expect(others).toEqual([]);
      expect(found?.message).toMatch(/^Session abc: .* Messages that can be read: 1\.$/);
      expect(everything()).toEqual(before);
    });

    test('what was kept aside as damaged', async () => {
      writeFileSync(path.join(paths.conversations, 'abc.json.damaged-20260213T123456789Z'), 'x', { mode: 0o600 });
      const [found] = await problems();
      expect(found).toMatchObject({ name: 'Conversation', remedy: expect.stringMatching(/abc\.json\.damaged-20260213T123456789Z/) as string });
    });

    test('user-info.json and tokens.json that do not parse', async () => {
      writeFileSync(paths.userInfoFile, '{"items": [', { mode: 0o600 });
      writeFileSync(paths.tokensFile, '', { mode: 0o600 });
      expect((await problems()).map(({ message }) => message)).toEqual([
        expect.stringMatching(/user-info\.json cannot be read/),
        expect.stringMatching(/tokens\.json cannot be read/),
      ]);
    });

    test('tools.json: broken as a whole, broken in one entry, and with a variable that is missing', async () => {
      writeFileSync(paths.toolsFile, '{', { mode: 0o600 });
      expect((await problems()).map(({ name }) => name)).toEqual(['Tools']);

      const definition = (name: string): object => ({ type: 'function', function: { name, description: 'd', parameters: { type: 'object', properties: {} } } });
      writeFileSync(
        paths.toolsFile,
        JSON.stringify({
          broken: { definition: definition('broken'), code: 'return ((' },
          needy: { definition: definition('needy'), code: 'return 1', requires: ['WEATHER_KEY'] },
        }),
        { mode: 0o600 },
      );
      expect((await problems()).map(({ message }) => message)).toEqual([
        expect.stringMatching(/^broken: the code does not compile/),
        expect.stringMatching(/^needy: .*WEATHER_KEY/),
      ]);
    });
  });

  test.each([
    ['20.18.9', 'problem'],
    ['18.20.0', 'problem'],
    ['20.19.0', 'ok'],
    ['24.0.0', 'ok'],
  ])('Node.js %s is a %s', (version, state) => expect(checkNodeVersion(version)[0]?.state).toBe(state));

  test('the report puts what mends a problem below it, and counts', () => {
    const findings: Finding[] = [
      { name: 'Node.js', state: 'ok', message: '24.0.0' },
      { name: 'Key', state: 'problem', message: 'There is none.', remedy: 'jarvis setup' },
    ];
    expect(reportText(findings, new RecordingTerminal(false).style)).toBe(
      ['ok       Node.js  24.0.0', 'problem  Key      There is none.', '                  -> jarvis setup', '', 'One problem. What mends it stands below it.'].join('\n'),
    );
  });
});
