import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Jarvis } from '../support/jarvis.js';
import { packageRoot } from '../../src/common/package-root.js';
import { execFileSync, spawnSync } from 'node:child_process';

type Message = { role: string; content: string };

describe('skills', () => {
  let jarvis: Jarvis;

  beforeAll(async () => {
    jarvis = await Jarvis.start();
  });
  afterAll(() => jarvis.stop());
  beforeEach(() => jarvis.provider.reset());

  const data = (...parts: string[]): string => path.join(jarvis.home, '.jarvis', 'data', ...parts);
  const put = (root: string, name: string, matter: string): void => {
    mkdirSync(path.join(root, name), { recursive: true });
    writeFileSync(path.join(root, name, 'SKILL.md'), `---\n${matter}\n---\n# ${name} of ${path.basename(path.dirname(root))}\n`);
  };
  const cli = (...args: string[]) => spawnSync(process.execPath, [path.join(packageRoot, 'dist', 'cli.js'), ...args], { env: { PATH: process.env.PATH, HOME: jarvis.home }, encoding: 'utf8' });
  const prompt = async (sessionId: string): Promise<string> => {
    jarvis.provider.replyAnswer('Fine.');
    await jarvis.chat('Hello.', sessionId);
    return (jarvis.provider.requests.at(-1)?.body.messages as Message[])[0]?.content ?? '';
  };
  // What was found holds for two seconds.
  const rescan = (): Promise<void> => jarvis.restart();

  it('that come with Jarvis stand in the prompt with the place where the model reads them', async () => {
    const text = await prompt('skills-1');
    for (const name of ['daily-note', 'summarise-document']) expect(text).toContain(`<name>${name}</name>`);
    const location = /<location>(\S+daily-note\/SKILL\.md)<\/location>/.exec(text)?.[1] ?? '';
    jarvis.provider.replyToolCalls([{ name: 'read_file', arguments: { path: location } }]).replyAnswer('Read.');
    const { body } = await jarvis.chat('Note it.', 'skills-1');
    expect(body.toolCalls[0]).toMatchObject({ status: 'ok', result: expect.stringContaining('# Daily note') });
  });

  it('of the workspace win, broken ones are left out and told of, and gates hold', async () => {
    put(data('workspace', 'skills'), 'daily-note', 'name: daily-note\ndescription: My own way.');
    put(data('skills'), 'daily-note', 'name: daily-note\ndescription: Not this one.');
    put(data('skills'), 'broken', 'name: other\ndescription: x');
    put(data('skills'), 'needs', 'name: needs\ndescription: Gated.\nmetadata: {jarvis: {requires: {bins: [no-such-program], env: [NO_SUCH_VARIABLE], config: [channels.telegram.enabled]}}}');
    mkdirSync(data('skills', 'outside'), { recursive: true });
    symlinkSync('/etc/hostname', data('skills', 'outside', 'SKILL.md'));
    await rescan();
    const text = await prompt('skills-2');
    expect(text).toContain('<description>My own way.</description>');
    expect(text).not.toMatch(/Not this one|Gated|<name>other|<name>broken|<name>outside/);
    const { body } = await jarvis.request('GET', '/api/agent-skills');
    const reasons = Object.fromEntries(body.skills.map(({ name, source, reasons: why }: { name: string; source: string; reasons: string[] }) => [`${source}:${name}`, why.join('; ')]));
    expect(reasons['managed:daily-note']).toBe('another skill of this name comes first');
    expect(reasons['managed:broken']).toContain('must be the same');
    expect(reasons['managed:outside']).toContain('outside its folder');
    expect(reasons['managed:needs']).toBe('the program no-such-program is not installed; the variable NO_SUCH_VARIABLE is not set; the setting channels.telegram.enabled is not set');
    expect((await jarvis.request('GET', '/api/agent-skills/daily-note')).body).toMatchObject({ source: 'workspace', eligible: true, body: '# daily-note of workspace\n' });
    expect((await jarvis.request('GET', '/api/agent-skills/none')).status).toBe(404);
    const warnings = (await jarvis.request('GET', '/api/health')).body.warnings.map(({ problem }: { problem: string }) => problem);
    expect(warnings.filter((problem: string) => problem.startsWith('The skill '))).toHaveLength(2);
  });

  it('are listed and checked at the terminal', () => {
    expect(execFileSync(process.execPath, [path.join(packageRoot, 'dist', 'cli.js'), 'skills', 'list'], { env: { PATH: process.env.PATH, HOME: jarvis.home }, encoding: 'utf8' })).toMatch(/^ready {2}daily-note {2}\(workspace\)/m);
    const all = cli('skills', 'validate');
    expect([all.status, all.stderr.trim()]).toEqual([1, 'Broken: broken, outside.']);
    expect(all.stdout).toContain('they must be the same');
    expect(cli('skills', 'validate', path.join(packageRoot, 'skills'))).toMatchObject({ status: 0, stdout: 'All 3 skills are in order.\n' });
    expect(cli('skills', 'validate', data('skills', 'needs'))).toMatchObject({ status: 0, stdout: 'The skill is in order.\n' });
    expect(cli('skills', 'validate', '/nowhere').status).toBe(1);
    expect(cli('doctor').stdout).toContain('broken is broken');
  });

  it('that the settings do not name are not used, and none where the list is empty', async () => {
    await jarvis.restart('SIGTERM', { agents: { defaults: { skills: ['summarise-document'] } } });
    expect((await prompt('skills-3')).match(/<name>/g)).toHaveLength(1);
    await jarvis.restart('SIGTERM', { agents: { defaults: { skills: [] } } });
    expect(await prompt('skills-4')).not.toContain('## Skills');
    rmSync(data('skills'), { recursive: true });
  });
});
