import { chmodSync, readdirSync } from 'node:fs';
import { CliHome } from './support/cli-home.js';

interface Report {
  ok: boolean;
  checks: { name: string; state: string; message: string; remedy?: string }[];
}

describe('jarvis doctor', () => {
  let home: CliHome;

  beforeEach(() => {
    home = new CliHome();
  });

  afterEach(() => home.dispose());

  test('exits 1 and says how to mend what is wrong, and creates nothing', async () => {
    const { code, stdout, stderr } = await home.run(['doctor']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(/problem {2}Setup .*\n.*-> Please run `jarvis setup` first/);
    expect(stdout).toMatch(/One problem/);
    expect(readdirSync(home.folder)).toEqual([]);
  });

  test('exits 0 where all is well, and changes nothing', async () => {
    await home.run(['setup', '--offline', '--port', '0']);
    const before = readdirSync(home.folder, { recursive: true }).map(String).sort();
    const { code, stdout } = await home.run(['doctor']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/All is well\.\n$/);
    expect(stdout).not.toMatch(/\u001b/);
    expect(readdirSync(home.folder, { recursive: true }).map(String).sort()).toEqual(before);
  });

  test('--json gives one object for programs', async () => {
    await home.run(['setup', '--offline', '--port', '0']);
    chmodSync(home.path('.env'), 0o644);
    const { code, stdout } = await home.run(['doctor', '--json']);
    expect(code).toBe(1);
    const report = JSON.parse(stdout) as Report;
    expect(report.ok).toBe(false);
    expect(report.checks.filter(({ state }) => state === 'problem')).toEqual([
      { name: 'Permissions', state: 'problem', message: expect.stringMatching(/mode 0644/) as string, remedy: `chmod 600 ${home.path('.env')}` },
    ]);
  });
});
