import { Jarvis } from '../support/jarvis.js';
import { CliHome, freePort } from './support/cli-home.js';

describe('jarvis cron', () => {
  const home = new CliHome();
  let jarvis: Jarvis;

  beforeAll(async () => {
    await home.setUp({});
    jarvis = await Jarvis.start({ port: await freePort() }, { home: home.folder });
    jarvis.provider.fallback = () => ({ type: 'answer', content: '{"response":"Done.","logSummary":"Looked."}' });
  });
  afterAll(async () => {
    await jarvis.stop();
    await home.dispose();
  });

  const cron = (...args: string[]) => home.run(['cron', ...args]);

  test('makes, lists, turns off, runs and removes a schedule', async () => {
    expect((await cron('list')).stdout).toContain('There are no schedules');
    const added = await cron('add', 'Morning', '--cron', '0 8 * * 1-5', '--tz', 'Europe/Berlin', 'What', 'is on?');
    expect(added).toMatchObject({ code: 0, stderr: '' });
    const id = added.stdout.split(' ')[0] ?? '';
    expect(added.stdout).toMatch(/on {3}Morning {2}\[0 8 \* \* 1-5 Europe\/Berlin\] {2}next \d{4}-/);
    expect((await jarvis.request('GET', `/api/schedules/${id}`)).body.payload).toEqual({ kind: 'agentTurn', message: 'What is on?' });
    expect((await cron('add', 'Often', '--every', '6h', 'Look.')).stdout).toContain('[every 21600 s]');
    expect((await cron('disable', id)).stdout).toContain('off  Morning');
    expect((await cron('enable', id)).stdout).toContain('on   Morning');
    expect((await cron('run', id)).stdout).toContain('It runs.');
    for (let tries = 0; !(await cron('runs', id)).stdout.includes('ok  Looked.'); tries += 1) if (tries === 20) throw new Error('It did not run.');
    expect((await cron('list')).stdout.trim().split('\n')).toHaveLength(2);
    expect((await cron('remove', id)).stdout).toBe('"Morning" is removed.\n');
  });

  test.each([
    [['add', 'x', 'y'], /Say when, with one of/],
    [['add', 'x', '--every', '5 minutes', 'y'], /--every is "5 minutes"/],
    [['add', 'x', '--cron', '0 0 31 2 *', 'y'], /never comes/],
    [['remove', 'none'], /There is no job with this id/],
  ])('%j is refused, and says why', async (args, reason) => {
    const { code, stdout, stderr } = await cron(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(reason);
  });
});
