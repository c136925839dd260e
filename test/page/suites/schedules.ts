import type { PageFixture } from '../support/page-fixture.js';
import { focusedName } from '../support/probes.mjs';
import { SCHEDULES } from '../support/view-scenes.mjs';

/** What Jarvis does by itself. */
export function schedulesSuite(fixture: PageFixture): void {
  const openSchedules = async (jobs: unknown[] = SCHEDULES) => {
    fixture.server.reply('GET /api/schedules', () => ({ jobs }));
    const chat = await fixture.open();
    const drawer = await chat.openView('Schedules');
    return { chat, drawer, rows: drawer.getByRole('list', { name: 'Schedules' }).getByRole('listitem') };
  };
  const bodiesOf = (method: string, path: string) => fixture.server.requestsTo(method, path).map(({ body }) => body);

  it('say how often, when next and in which zone, and how the last run went', async () => {
    const soon = { ...(SCHEDULES[0] as object), state: { nextRunAtMs: Date.now() + 300_500, lastRunAtMs: Date.now() - 60_500, lastRunStatus: 'error', lastError: 'No model answered.' } };
    const { drawer, rows } = await openSchedules([soon, ...SCHEDULES.slice(1)]);
    await rows.nth(2).waitFor();
    expect(await rows.first().innerText()).toContain('every day at 09:00 · next in 5 minutes');
    expect(await rows.nth(1).innerText()).toContain('every 2 hours · off');
    await rows.first().getByRole('button').first().click();
    await drawer.getByText('The last run failed (1 minute ago). No model answered.').waitFor();
  });

  it('are run now, and turned off', async () => {
    fixture.server.reply('POST /api/schedules/s1/run', { status: 'ok' });
    fixture.server.reply('PATCH /api/schedules/s1', { status: 'ok' });
    const { chat, drawer, rows } = await openSchedules();
    await rows.first().getByRole('button').first().click();
    await drawer.getByRole('button', { name: /^Run .* now$/ }).click();
    await drawer.getByRole('button', { name: /^Turn .* off$/ }).click();
    expect(await chat.eventually(async () => bodiesOf('PATCH', '/api/schedules/s1'), (bodies) => bodies.length > 0)).toEqual([{ enabled: false }]);
    expect(bodiesOf('POST', '/api/schedules/s1/run')).toHaveLength(1);
  });

  it('are deleted only when it can no longer be undone', async () => {
    fixture.server.reply('DELETE /api/schedules/s1', { status: 'ok' });
    const { chat, drawer, rows } = await openSchedules();
    await rows.first().getByRole('button').first().click();
    await drawer.getByRole('button', { name: /^Delete/ }).click();
    expect(await chat.page.evaluate(focusedName)).toBe('Undo');
    await chat.page.keyboard.press('Enter');
    await drawer.getByRole('button', { name: /^Delete/ }).click();
    await chat.page.keyboard.press('Escape');
    expect(await chat.eventually(async () => bodiesOf('DELETE', '/api/schedules/s1').length, (count) => count > 0)).toBe(1);
  });

  it.each([
    ['Every day', { 'At (Europe/Berlin)': '07:30' }, { kind: 'cron', expr: '30 7 * * *', tz: 'Europe/Berlin' }],
    ['Again and again', { Every: '2' }, { kind: 'every', everyMs: 7_200_000 }],
    ['Once', { 'On (Europe/Berlin)': '2030-12-24T18:00' }, { kind: 'at', at: '2030-12-24T17:00:00.000Z' }],
    ['By a cron expression', { 'Minute, hour, day, month, weekday (Europe/Berlin)': '0 9 * * 1' }, { kind: 'cron', expr: '0 9 * * 1', tz: 'Europe/Berlin' }],
  ])('are added: %s', async (when, fields, schedule) => {
    fixture.server.reply('POST /api/schedules', { status: 'ok' });
    fixture.server.reply('GET /api/schedules', { jobs: [] });
    const chat = await fixture.open(undefined, fixture.server.url, 'Europe/Berlin');
    const drawer = await chat.openView('Schedules');
    await drawer.getByText('Nothing is scheduled.').waitFor();
    await drawer.getByRole('button', { name: 'New schedule' }).click();
    await chat.page.keyboard.type('Read the news');
    await drawer.getByRole('combobox', { name: 'When' }).selectOption(when);
    for (const [label, value] of Object.entries(fields)) await drawer.getByLabel(label, { exact: true }).fill(value);
    await drawer.getByRole('button', { name: 'Add', exact: true }).click();
    await drawer.getByRole('button', { name: 'New schedule' }).waitFor();
    expect(bodiesOf('POST', '/api/schedules')).toEqual([{ name: 'Read the news', schedule, payload: { kind: 'agentTurn', message: 'Read the news' } }]);
  });

  it('keep what was typed, and say so, where the server does not take it', async () => {
    fixture.server.reply('POST /api/schedules', { status: 400, body: { error: 'The expression "x" is no cron expression.' } });
    const { chat, drawer } = await openSchedules([]);
    await drawer.getByRole('button', { name: 'New schedule' }).click();
    await chat.page.keyboard.type('Read the news');
    await drawer.getByRole('button', { name: 'Add', exact: true }).click();
    await drawer.getByText('is no cron expression').waitFor();
    expect(await drawer.getByRole('textbox', { name: 'What Jarvis should do' }).inputValue()).toBe('Read the news');
  });
}
