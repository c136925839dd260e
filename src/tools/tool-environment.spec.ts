import { SecretRedactor } from '../security/secret-redactor.js';
import { inheritedEnvironment } from './tool-environment.js';

class ValueRedactor extends SecretRedactor {
  override redact(text: string): string {
    return text.replaceAll('known-secret-value', '[redacted]');
  }

  override know(): void {}
}

describe('inheritedEnvironment', () => {
  const keeps = (name: string, value = 'x'): boolean => Object.hasOwn(inheritedEnvironment({ [name]: value }, new ValueRedactor()), name);

  test.each(['PATH', 'HOME', 'LANG', 'LC_ALL', 'TERM', 'TZ', 'USER', 'SHELL', 'TMPDIR', 'SSH_AUTH_SOCK', 'XAUTHORITY', 'DISPLAY', 'JAVA_HOME', 'GOPATH', 'NVM_DIR', 'HTTP_PROXY', 'KEYBOARD', 'COMPASS', 'AUTHOR', 'MY_SETTING'])(
    '%s is inherited',
    (name) => expect(keeps(name)).toBe(true),
  );

  test.each([
    'OPENROUTER_API_KEY', 'OPENAI_API_KEY', 'FOO_APIKEY', 'foo_api_key', 'GITHUB_TOKEN', 'GH_TOKEN', 'NPM_TOKENS', 'TELEGRAM_BOT_TOKEN', 'CLIENT_SECRET', 'MY_SECRETS', 'DB_PASSWORD', 'PGPASSWORD', 'MYSQL_PASSWD',
    'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'SSH_PASSPHRASE', 'GITHUB_PAT', 'JARVIS_ADMIN_PIN', 'JARVIS_WORKING_DIRECTORY', 'JARVISCHAT_COMPLETIONS_API_KEY', 'GOOGLE_CREDENTIALS', 'BASIC_AUTH', 'KEY', 'TOKEN',
  ])('%s is not: its name says that it is a secret', (name) => expect(keeps(name)).toBe(false));

  test.each(['LD_PRELOAD', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES', 'NODE_OPTIONS', 'NODE_CHANNEL_FD', 'BASH_ENV', 'ENV', 'BASH_FUNC_ls%%', 'PROMPT_COMMAND', 'PYTHONSTARTUP', 'PERL5OPT', 'npm_config_cache', 'pm_id', 'PM2_HOME'])(
    '%s is not: it changes every program, or belongs to who started the server',
    (name) => expect(keeps(name)).toBe(false),
  );

  test.each([
    ['DATABASE_URL', 'postgres://me:pass@db/x'],
    ['HTTPS_PROXY', 'http://user:pass@proxy:8080'],
    ['HARMLESS', 'a known-secret-value within'],
  ])('%s with a secret in its value is not', (name, value) => expect(keeps(name, value)).toBe(false));

  test('a URL without a password is inherited', () => {
    expect(keeps('DATABASE_URL', 'postgres://db/x')).toBe(true);
    expect(keeps('REPOSITORY', 'ssh://git@host/x')).toBe(true);
  });
});
