import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import { CliHome, freePort } from './support/cli-home.js';
import { installPackage, type DependencySource } from './support/install-package.js';

jest.setTimeout(300_000);

describe('the installed package', () => {
  let folder: string;
  let bin: string;
  let files: string[];
  let home: CliHome;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'jarvis-pack-'));
    let dependencies: DependencySource;
    ({ bin, files, dependencies } = await installPackage(folder));
    if (dependencies === 'checkout') process.stderr.write('npm could not install from cache or registry: the packed files were tried with the dependencies of the checkout.\n');
    home = new CliHome([path.join(bin, 'jarvis')]);
  }, 400_000);

  afterAll(async () => {
    await home.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  test('has what it needs, and neither sources nor tests', () => {
    for (const needed of ['dist/cli.js', 'dist/main.js', 'dist/setup.js', 'docs/system-prompt.md', 'ui/dist/index.html', 'LICENSE']) {
      expect(files).toContain(needed);
    }
    expect(files.filter((file) => /^(src|test|node_modules)\//.test(file))).toEqual([]);
    for (const name of ['cli.js', 'setup.js']) expect(statSync(path.join(bin, '..', 'lib', 'node_modules', 'jarvis', 'dist', name)).mode & 0o111).not.toBe(0);
  });

  test('sets up, starts, answers, serves the page, and stops', async () => {
    const port = await freePort();
    expect((await home.run(['--version'])).code).toBe(0);
    expect((await home.run(['setup', '--offline', '--port', String(port)])).code).toBe(0);
    expect(await home.run(['start'])).toEqual({ code: 0, stdout: `Jarvis is running at http://127.0.0.1:${port}\n`, stderr: '' });

    const chat = await home.run(['chat', '--json', 'run `echo from the package`']);
    const answer = JSON.parse(chat.stdout) as { status: string; toolCalls: { name: string; result: string }[] };
    expect(answer.status).toBe('ok');
    expect(answer.toolCalls.map(({ name }) => name)).toEqual(['exec']);
    expect(answer.toolCalls[0]?.result).toContain('from the package');

    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/<title>/);

    expect(await home.run(['stop'])).toEqual({ code: 0, stdout: 'Jarvis is stopped.\n', stderr: '' });
  });

  test('jarvis-setup works by its own name', async () => {
    const setup = new CliHome([path.join(bin, 'jarvis-setup')]);
    try {
      expect((await setup.run(['--offline'])).code).toBe(0);
    } finally {
      await setup.dispose();
    }
  });
});
