import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { CliHome, root } from './support/cli-home.js';
import { hasPseudoTerminal, Key, PseudoTerminal } from './support/pseudo-terminal.js';

const KEY = 'sk-or-very-secret-key';

describe('jarvis setup', () => {
  let home: CliHome;

  beforeEach(() => {
    home = new CliHome();
  });

  afterEach(() => home.dispose());

  test('without a terminal and without flags says which flags to give, and exits 1', async () => {
    const { code, stdout, stderr } = await home.run(['setup']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/--key <key> and --model <id>/);
    expect(stderr).toMatch(/--offline/);
  });

  test('with flags it asks nothing and leaves both files behind', async () => {
    const { code, stdout, stderr } = await home.run(['setup', '--key', KEY, '--model', 'openrouter/anthropic/claude-3.5-sonnet', '--port', '18009']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/Jarvis is set up/);
    expect(stdout).not.toContain(KEY);
    expect(home.read('.env')).toContain(`OPENROUTER_API_KEY=${KEY}\n`);
    expect(home.json('data', 'config', 'settings.json')).toEqual({
      selectedModel: 'openrouter/anthropic/claude-3.5-sonnet',
      fallbackModel: 'openrouter/free',
      port: 18009,
    });
  });

  test('takes the key from standard input, so that no process list shows it', async () => {
    expect((await home.run(['setup', '--key', '-', '--model', 'a/b'], { input: `${KEY}\n` })).code).toBe(0);
    expect(home.read('.env')).toContain(`OPENROUTER_API_KEY=${KEY}\n`);
  });

  test('jarvis-setup is the same command', async () => {
    const direct = new CliHome([process.execPath, path.join(root, 'dist', 'setup.js')]);
    try {
      expect((await direct.run(['--offline'])).code).toBe(0);
      expect(direct.json('data', 'config', 'settings.json')).toEqual({ baseUrl: 'offline', selectedModel: 'offline', fallbackModel: 'offline' });
      expect(direct.read('.env')).toBe('OPENROUTER_API_KEY=\n');
    } finally {
      await direct.dispose();
    }
  });

  (hasPseudoTerminal ? describe : describe.skip)(`at a terminal${hasPseudoTerminal ? '' : ' (skipped: util-linux has no script here)'}`, () => {
    let provider: Server;
    let baseUrl: string;
    const requests: (string | undefined)[] = [];

    beforeAll(async () => {
      const data = Array.from({ length: 45 }, (_, index) => ({ id: `vendor/model-${String(index).padStart(2, '0')}` }));
      data.push({ id: 'zeta/gratis:free' });
      provider = createServer((request, response) => {
        requests.push(request.headers.authorization);
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
      });
      await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
      baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
    });

    afterAll(() => {
      provider.closeAllConnections();
      provider.close();
    });

    test('masks the key, refuses a short one, and takes a model by its id', async () => {
      const terminal = new PseudoTerminal(home, ['setup']);
      await terminal.answer('Which model should Jarvis use?', Key.enter);
      await terminal.answer('API key for OpenRouter', `tiny${Key.enter}`);
      await terminal.answer('A key has at least 10 characters', `\u0015${KEY}${Key.enter}`);
      await terminal.answer('How do you want to choose the model?', `${Key.down}${Key.enter}`);
      await terminal.answer('Id of the model', `a/b${Key.enter}`);
      await terminal.expect('Jarvis is set up.');
      expect(await terminal.ended).toBe(0);
      expect(terminal.output).not.toContain(KEY);
      expect(home.read('.env')).toContain(`OPENROUTER_API_KEY=${KEY}\n`);
      expect(home.json('data', 'config', 'settings.json')).toEqual({ selectedModel: 'a/b', fallbackModel: 'openrouter/free' });
    });

    test('browses the models page by page, free ones first, narrowed by typing', async () => {
      const terminal = new PseudoTerminal(home, ['setup', '--base-url', baseUrl]);
      await terminal.answer('How do you want to choose the model?', Key.enter);
      await terminal.expect('Model (46; type to filter)');
      await terminal.expect('zeta/gratis:free  (free)');
      await terminal.expect('vendor/model-18');
      expect(terminal.output).not.toContain('vendor/model-19');
      await terminal.answer('vendor', 'DEL-33 vendor');
      await terminal.answer(/❯ vendor\/model-33/, Key.enter);
      await terminal.expect('Jarvis is set up.');
      expect(await terminal.ended).toBe(0);
      expect(requests).toEqual([undefined]);
      expect(home.json('data', 'config', 'settings.json')).toEqual({ baseUrl, selectedModel: 'vendor/model-33', fallbackModel: 'vendor/model-33' });
    });

    test('Ctrl-C ends it and changes nothing', async () => {
      const terminal = new PseudoTerminal(home, ['setup']);
      await terminal.answer('Which model should Jarvis use?', Key.interrupt);
      await terminal.expect('Stopped. Nothing was changed.');
      expect(await terminal.ended).toBe(130);
      expect(() => home.read('.env')).toThrow('ENOENT');
    });
  });
});
