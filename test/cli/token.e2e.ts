import { statSync } from 'node:fs';
import { CliHome } from './support/cli-home.js';

describe('jarvis token', () => {
  const home = new CliHome();
  afterAll(() => home.dispose());

  test('makes a token that is shown once, lists and revokes it', async () => {
    expect((await home.run(['token', 'list'])).stdout).toMatch(/There are no access tokens/);

    const made = await home.run(['token', 'create', 'my phone']);
    expect(made.code).toBe(0);
    const token = made.stdout.trim();
    expect(token).toMatch(/^jrv_[0-9a-f]{12}_[\w-]{43}$/);
    const id = token.split('_')[1] ?? '';
    expect(statSync(home.path('data', 'config', 'tokens.json')).mode & 0o777).toBe(0o600);

    const scoped = await home.run(['token', 'create', '--name', 'editor', '--scope', 'completions', 'operator.read']);
    expect(scoped.stderr).toMatch(/"editor" with the scopes: completions, operator\.read/);

    const { stdout } = await home.run(['token', 'list']);
    expect(stdout).toMatch(new RegExp(`^${id} {2}my phone {2}\\[admin\\] {2}created \\d{4}-\\d\\d-\\d\\d, never used$`, 'm'));
    expect(stdout).toMatch(/editor {2}\[completions, operator\.read\]/);
    for (const secret of [token, token.slice(17)]) {
      expect(stdout).not.toContain(secret);
      expect(home.read('data', 'config', 'tokens.json')).not.toContain(secret);
    }

    expect((await home.run(['token', 'revoke', id])).code).toBe(0);
    expect((await home.run(['token', 'list'])).stdout).not.toContain(id);
    expect(await home.run(['token', 'revoke', id])).toMatchObject({ code: 1, stderr: expect.stringMatching(/no token with this id/) as string });
  });

  test('without a subcommand shows its help', async () => {
    const { code, stderr } = await home.run(['token']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/create .*\n.*list/);
  });

  test('refuses a scope that is none', async () => {
    expect(await home.run(['token', 'create', '--scope', 'All Of It'])).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/Scopes are/) as string });
  });
});
