import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CliHome, cliFile, root } from './support/cli-home.js';

const COMMANDS = ['setup', 'start', 'stop', 'restart', 'status', 'logs', 'chat', 'doctor', 'cron', 'token', 'skills', 'pin', 'incident', 'import'];

describe('jarvis --help', () => {
  const home = new CliHome();
  afterAll(() => home.dispose());

  test('lists every command and creates nothing', async () => {
    const { code, stdout, stderr } = await home.run(['--help']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${command}\\b`, 'm'));
    expect(stdout).toMatch(/^Usage: jarvis /);
    await expect(async () => home.read('.env')).rejects.toThrow('ENOENT');
  });

  test('says its version', async () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
    expect(await home.run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('is a program by itself', () => {
    expect(readFileSync(cliFile, 'utf8').split('\n')[0]).toBe('#!/usr/bin/env node');
  });

  test.each([
    [['foo'], /unknown command 'foo'/],
    [['start', '--foo'], /unknown option '--foo'/],
    [['stop', 'now'], /too many arguments for 'stop'/],
    [['logs', '-n', 'many'], /--lines takes a whole number, not "many"/],
    [['setup', '--port', '99999'], /--port takes a number from 0 to 65535/],
    [['token', 'revoke'], /missing required argument 'id'/],
    [['incident'], /missing required argument 'key'/],
  ])('%j is refused in words, with exit code 1', async (args, message) => {
    const { code, stdout, stderr } = await home.run(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('docs/cli.md and docs/setup.md name every command and every option', async () => {
    const document = ['cli.md', 'setup.md'].map((name) => readFileSync(path.join(root, 'docs', name), 'utf8')).join('\n');
    const pages = [...COMMANDS.map((command) => [command]), ...['create', 'list', 'revoke'].map((command) => ['token', command])];
    for (const page of pages) {
      expect(document).toContain(`jarvis ${page.join(' ')}`);
      const { stdout } = await home.run([...page, '--help']);
      const options = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map((match) => match[1]).filter((option) => option !== '--help');
      for (const option of options) expect(document).toContain(`\`${option}`);
    }
  }, 60_000);
});
