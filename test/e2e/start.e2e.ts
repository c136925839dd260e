import { spawn } from 'node:child_process';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { root } from '../../src/scripts/built-server.mjs';
import { Jarvis } from '../support/jarvis.js';
import { makeTestHome } from '../support/start-server.js';

/** Starts the built server on a home and waits until it ends by itself. */
async function start(settings: unknown, variables: Record<string, string> = {}): Promise<{ code: number | null; said: string }> {
  const home = await makeTestHome();
  const folder = path.join(home, '.jarvis', 'data', 'config');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'settings.json'), typeof settings === 'string' ? settings : JSON.stringify(settings));
  const server = spawn(process.execPath, [path.join(root, 'dist', 'main.js')], { cwd: home, env: { PATH: process.env.PATH, HOME: home, ...variables } });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  return new Promise((resolve) => server.once('close', (code) => resolve({ code, said })));
}

describe('a server that cannot start', () => {
  it.each<[string, unknown, string]>([
    ['a value that is not allowed', { port: 'abc', maxIterations: 0 }, 'port is "abc": it'],
    ['settings that are no JSON', '{"port": 1', 'the file is not readable as JSON'],
    ['a proxy that is no address', { trustProxy: ['banana'], port: 0 }, 'trustProxy names "banana"'],
    ['an address beyond this machine without a token', { host: '0.0.0.0', port: 0 }, 'no access token'],
  ])('says why, once and without a stack, and exits with 1: %s', async (_name, settings, reason) => {
    const { code, said } = await start(settings);
    expect(code).toBe(1);
    expect(said).toMatch(/^Jarvis could not start: /);
    expect(said.split(reason)).toHaveLength(2);
    expect(said).not.toMatch(/\n\s+at /);
  });

  it('says which port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, said } = await start({ baseUrl: 'offline', port });
    other.close();
    expect(code).toBe(1);
    expect(said).toMatch(new RegExp(`^Jarvis could not start: port ${port} is already in use\\.`));
  });

  it('does not take the folder that it was started in for a home', async () => {
    const { code, said } = await start({}, { HOME: '' });
    expect(code).toBe(1);
    expect(said).toContain('HOME is "": it must be an absolute path');
  });
});

describe('a server whose home is out of order', () => {
  it('answers health, with what is wrong for the owner', async () => {
    const jarvis = await Jarvis.start();
    const conversations = path.join(jarvis.home, '.jarvis', 'data', 'conversations');
    try {
      // A file in place of the folder: no permission would keep root out of it.
      await rename(conversations, `${conversations}.away`);
      await writeFile(conversations, '');
      const { status, body } = await jarvis.request('GET', '/api/health');
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: 'ok', warnings: [{ problem: expect.stringContaining('could not be inspected') }] });
      const failed = await jarvis.chat('Hi');
      expect(failed.status).toBe(500);
      expect(failed.body.error).toContain('a file stands where its folder should be');
      expect(failed.text).not.toContain(jarvis.home);
    } finally {
      await jarvis.stop();
    }
  });
});
