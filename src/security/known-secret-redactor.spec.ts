import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KnownSecretRedactor } from './known-secret-redactor.js';
import { SecretRedactor } from './secret-redactor.js';

const KEY = 'or-v1/abc+def"42\\x';

describe('KnownSecretRedactor', () => {
  let folder: string;
  let environmentFile: string;
  let redactor: SecretRedactor;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'jarvis-redactor-'));
    environmentFile = path.join(folder, '.env');
    writeFileSync(environmentFile, `OPENROUTER_API_KEY='${KEY}'\nCITY=Amsterdam-Noord\nADMIN_PIN=1234\nMAIL_PASSWORD=correct horse\nOPENROUTER_API_KEY_FOR=https://openrouter.ai\n`);
    redactor = new KnownSecretRedactor(environmentFile, { GITHUB_TOKEN: 'token-from-the-environment', LANG: 'en_US.UTF-8', APP_CREDENTIALS: folder });
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
  const spellings: [string, string][] = [
    ['plain', KEY],
    ['in JSON', JSON.stringify({ key: KEY })],
    ['in JSON within JSON', JSON.stringify(JSON.stringify({ key: KEY }))],
    ['in a URL', `https://host/?key=${encodeURIComponent(KEY)}`],
    ['in a URL with lower-case escapes', `https://host/?key=${encodeURIComponent(KEY).replace(/%../g, (escape) => escape.toLowerCase())}`],
    ['in a form', `key=${encodeURIComponent('correct horse').replaceAll('%20', '+')}`],
    ['in base64', base64(KEY)],
    ['in base64url', Buffer.from(KEY).toString('base64url')],
    ['in base64 of a longer text, first position', base64(`abc${KEY}tail`)],
    ['in base64 of a longer text, second position', base64(`abcd${KEY}tail`)],
    ['in base64 of a longer text, third position', base64(`abcde${KEY}tail`)],
    ['in hex', Buffer.from(KEY).toString('hex')],
    ['from the environment', 'git push https://token-from-the-environment@host'],
  ];

  test.each(spellings)('finds a secret %s', (_name, text) => {
    const clean = redactor.redact(text);
    expect(clean).toContain('[redacted]');
    expect(clean).not.toMatch(/abc\+def|horse|token-from/);
  });

  test.each([
    ['a provider key', 'the key sk-or-v1-0123456789abcdef0123 was used', 'the key [redacted] was used'],
    ['a bearer header', 'Authorization: Bearer abcDEF123._~+/==', 'Authorization: Bearer [redacted]'],
    ['an access token', `jrv_0123456789ab_${'A'.repeat(43)}.`, '[redacted].'],
    ['a password in a URL', 'git clone https://me:hunter2@host/x', 'git clone https://me:[redacted]@host/x'],
    ['a stored hash', `{"hash":"$sha256$${base64('0123456789abcdef0123456789abcdef')}"}`, '{"hash":"[redacted]"}'],
  ])('finds %s that it has never seen', (_name, text, expected) => {
    expect(redactor.redact(text)).toBe(expected);
  });

  test.each(['', 'http://localhost:18008/a@b', 'Amsterdam-Noord in en_US.UTF-8', 'the PIN 1234 is short', 'a bearer of news', 'sk-short', 'risk-assessment-of-everything', 'Bearer authentication', 'class="sk-loading-spinner-container"', 'https://openrouter.ai',
    '{"url":"http://example.com","mail":"bob@example.com"}', '["http://a:1","b@c"]', 'http://localhost:18008,bob@example.com', 'http://localhost:18008?mail=bob@example.com'])(
    'leaves ordinary text alone: %j',
    (text) => expect(redactor.redact(text)).toBe(text),
  );

  test('knows a changed .env at once, and the old value still', () => {
    writeFileSync(environmentFile, 'OPENROUTER_API_KEY=a-brand-new-value\n');
    expect(redactor.redact(`a-brand-new-value ${KEY}`)).toBe('[redacted] [redacted]');
  });

  test.each(['GITHUB_PAT', 'DB_PASS', 'SSH_KEY', 'AWS_SECRET_ACCESS_KEY', 'BASIC_AUTH', 'PGPASSWORD', 'GPG_PASSPHRASE'])('takes the value of %s for a secret', (name) => {
    writeFileSync(environmentFile, `${name}=worth-keeping\n`);
    expect(redactor.redact('it is worth-keeping')).toBe('it is [redacted]');
  });

  test('leaves the path of a file with secrets alone', () => expect(redactor.redact(`see ${folder}`)).toBe(`see ${folder}`));

  test('takes for a secret what it is told', () => {
    redactor.know('sunshine-key');
    redactor.know('short');
    expect(redactor.redact('sunshine-key, short')).toBe('[redacted], short');
  });

  test('does not throw where a file stands in the place of the home', () => {
    const inPlace = new KnownSecretRedactor(path.join(environmentFile, '.jarvis', '.env'), { A_SECRET: 'still-known-value' });
    expect(inPlace.redact('still-known-value')).toBe('[redacted]');
  });

  test('works without a .env, and with a directory in its place', () => {
    rmSync(environmentFile);
    expect(redactor.redact('token-from-the-environment')).toBe('[redacted]');
    const inPlace = new KnownSecretRedactor(folder, { A_SECRET: 'still-known-value' });
    expect(inPlace.redact('still-known-value')).toBe('[redacted]');
  });

  test('redacts every occurrence, and no value takes a bite out of a longer one', () => {
    writeFileSync(environmentFile, 'A_TOKEN=abcdefgh\nB_TOKEN=abcdefgh-longer\n');
    expect(redactor.redact('abcdefgh-longer abcdefgh abcdefgh')).toBe('[redacted] [redacted] [redacted]');
  });
});
