import { Jarvis } from '../support/jarvis.js';

type Message = { role: string; content: string };

describe('schedules', () => {
  let jarvis: Jarvis;

  beforeAll(async () => {
    jarvis = await Jarvis.start({ agents: { defaults: { userTimezone: 'Europe/Berlin' } } });
    jarvis.provider.fallback = () => ({ type: 'answer', content: '{"response":"Done by itself.","logSummary":"Did it."}' });
  });
  afterAll(() => jarvis.stop());

  const add = (body: object) => jarvis.request('POST', '/api/schedules', body);
  const turn = (message: string) => ({ kind: 'agentTurn', message });

  async function runOf(id: string, status: string): Promise<Record<string, unknown>> {
    for (let tries = 0; tries < 200; tries += 1) {
      const { body } = await jarvis.request('GET', `/api/schedules/${id}/runs`);
      const found = (body.runs as Record<string, unknown>[]).find((run) => run.status === status);
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`No run with status ${status} within 10 s`);
  }

  it('run the agent by themselves, tell it the time, and keep what came of it', async () => {
    const { status, body: job } = await add({ name: 'Each second', schedule: { kind: 'every', everyMs: 1000 }, payload: turn('Look after things.') });
    expect(status).toBe(201);
    expect(job).toMatchObject({ enabled: true, sessionTarget: 'isolated', state: { nextRunAtMs: expect.any(Number) } });
    const run = await runOf(job.id, 'ok');
    expect(run).toMatchObject({ jobName: 'Each second', summary: 'Did it.', sessionKey: expect.stringMatching(/^cron-/) });
    expect(run.timestampUtc).toBe(new Date(run.timestampMs as number).toISOString());
    const asked = (jarvis.provider.requests.at(-1)?.body.messages as Message[]).at(-1)?.content ?? '';
    expect(asked).toMatch(/^Look after things\.\n\nCurrent time: .+ \(Europe\/Berlin\) \/ \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    expect((await jarvis.request('DELETE', `/api/schedules/${job.id}`)).status).toBe(200);
    expect((await jarvis.request('GET', `/api/schedules/${job.id}`)).status).toBe(404);
  });

  it('have cron expressions on the clocks of a zone, which is shown, and are turned off, changed and run at once', async () => {
    const { body: job } = await add({ name: 'Mornings', schedule: { kind: 'cron', expr: '0 8 * * 1-5', tz: 'europe/berlin' }, payload: turn('Good morning.') });
    expect(job.schedule).toEqual({ kind: 'cron', expr: '0 8 * * 1-5', tz: 'Europe/Berlin' });
    expect(new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' }).format(job.state.nextRunAtMs)).toBe('08:00');
    const { body: host } = await add({ name: 'No zone', schedule: { kind: 'cron', expr: '0 8 * * *' }, payload: turn('x') });
    expect(host.schedule.tz).toEqual(expect.stringMatching(/\w/));
    const listed = (await jarvis.request('GET', '/api/schedules')).text;
    expect((await jarvis.request('GET', '/api/schedules')).text).toBe(listed);
    expect((await jarvis.request('PATCH', `/api/schedules/${job.id}`, { enabled: false })).body).toMatchObject({ enabled: false, state: {} });
    expect((await jarvis.request('POST', `/api/schedules/${job.id}/run`)).body).toMatchObject({ started: true, runId: expect.any(String) });
    await runOf(job.id, 'ok');
  });

  it.each([
    [{}, 'name must be a text'],
    [{ name: 'x', schedule: { kind: 'cron', expr: '0 0 31 2 *' }, payload: turn('x') }, 'never comes'],
    [{ name: 'x', schedule: { kind: 'cron', expr: 'nonsense here a b c' }, payload: turn('x') }, 'is no cron expression'],
    [{ name: 'x', schedule: { kind: 'cron', expr: '* * * * *', tz: 'Mars/Base' }, payload: turn('x') }, 'There is no time zone "Mars/Base"'],
    [{ name: 'x', schedule: { kind: 'at', at: '2020-01-01T00:00:00Z' }, payload: turn('x') }, 'lies in the past'],
    [{ name: 'x', schedule: { kind: 'at', at: '2027-02-31T00:00:00Z' }, payload: turn('x') }, 'must be an instant'],
    [{ name: 'x', schedule: { kind: 'every', everyMs: 10 }, payload: turn('x') }, 'at least 1000'],
    [{ name: 'x', schedule: { kind: 'weekly' }, payload: turn('x') }, 'schedule.kind must be at, every or cron'],
    [{ name: 'x', schedule: { kind: 'every', everyMs: 1000 }, payload: { kind: 'x' } }, 'payload.kind must be agentTurn or systemEvent'],
    [{ name: 'x', schedule: { kind: 'every', everyMs: 1000 }, payload: turn('x'), deliverTo: 'nowhere' }, 'deliverTo must be a channel and a chat'],
    [[], 'The body must be an object'],
  ])('%j is refused: %s', async (body, reason) => {
    const answer = await add(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(reason);
  });

  it('are made by the model with its tool', async () => {
    jarvis.provider.replyToolCalls([{ name: 'cron', arguments: { action: 'add', job: { name: 'Tea', schedule: { kind: 'every', everyMs: 3_600_000 }, payload: turn('Tea?') } } }]);
    const { body } = await jarvis.chat('Remind me of tea each hour.');
    expect(body.toolCalls[0]).toMatchObject({ status: 'ok' });
    expect((await jarvis.request('GET', '/api/schedules')).body.jobs.map(({ name }: { name: string }) => name)).toContain('Tea');
  });

  it('that a crash cut are recorded as interrupted', async () => {
    jarvis.provider.fallback = () => ({ type: 'answer', content: '{"response":"', hang: true });
    const { body: job } = await add({ name: 'Long', schedule: { kind: 'every', everyMs: 3_600_000 }, payload: turn('Never ends.') });
    const before = jarvis.provider.requests.length;
    await jarvis.request('POST', `/api/schedules/${job.id}/run`);
    await jarvis.provider.request(before);
    await jarvis.restart('SIGKILL');
    expect(await runOf(job.id, 'interrupted')).toMatchObject({ error: expect.stringContaining('stopped before the run ended') });
  });
});
