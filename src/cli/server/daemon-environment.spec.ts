import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KnownSecretRedactor } from '../../security/known-secret-redactor.js';
import { daemonEnvironment } from './daemon-environment.js';

describe('daemonEnvironment', () => {
  let folder: string;
  let redactor: KnownSecretRedactor;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'jarvis-environment-'));
    writeFileSync(path.join(folder, '.env'), 'OPENROUTER_API_KEY=known-secret-value\n');
    redactor = new KnownSecretRedactor(path.join(folder, '.env'), {});
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  test('keeps what a server and its tools need', () => {
    const needed = {
      HOME: '/home/me',
      PATH: '/bin',
      PWD: '/home/me',
      LANG: 'C.UTF-8',
      JAVA_HOME: '/opt/java',
      HTTPS_PROXY: 'http://proxy:3128',
      SSH_AUTH_SOCK: '/run/agent',
      NODE_OPTIONS: '--max-old-space-size=512',
      PM2_HOME: '/home/me/.pm2',
      JARVIS_WORKING_DIRECTORY: '/srv',
    };
    expect(daemonEnvironment(needed, [], redactor)).toEqual(needed);
  });

  test.each([
    ['OPENROUTER_API_KEY', 'a-key-of-the-shell'],
    ['ANTHROPIC_API_KEY', 'x'],
    ['GITHUB_TOKEN', 'x'],
    ['AWS_SECRET_ACCESS_KEY', 'x'],
    ['DB_PASSWORD', 'x'],
    ['JARVIS_ADMIN_PIN', '1234'],
    ['JARVIS_TOKEN', 'jrv_x'],
    ['DATABASE_URL', 'postgres://me:secret@host/db'],
    ['INNOCENT', 'known-secret-value'],
    ['NAMED_IN_DOT_ENV', 'x'],
  ])('leaves %s out', (name, value) => {
    expect(daemonEnvironment({ [name]: value, HOME: '/home/me' }, ['NAMED_IN_DOT_ENV'], redactor)).toEqual({ HOME: '/home/me' });
  });
});
