import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FixedClock } from '../storage/testing/fixed-clock.js';
import { nextRunAt } from './next-run.js';
import { ScheduleRunLog } from './run-log.js';
import { ScheduleFile } from './schedule-file.js';
import type { JobInput, RunJob, ScheduleChange, ScheduleOutcome } from './schedule.js';
import { ScheduleService } from './schedule.service.js';

const START = Date.parse('2026-02-13T12:00:00.000Z');
const MINUTE = 60_000;
const say = (schedule: JobInput['schedule'], more: Partial<JobInput> = {}): JobInput => ({
  name: 'Say hello',
  schedule,
  payload: { kind: 'agentTurn', message: 'Say hello' },
  ...more,
});

let folder: string;
let clock: FixedClock;
let opened: { flush(): Promise<void> }[][];
beforeEach(() => {
  opened = [];
  folder = mkdtempSync(path.join(tmpdir(), 'jarvis-schedule-'));
  clock = new FixedClock();
});
afterEach(async () => {
  await settle();
  rmSync(folder, { recursive: true, force: true });
});

const file = () => path.join(folder, 'schedules.json');
/** Lets everything that does not wait for the clock happen, disk writes too. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) {
    await Promise.all(opened.flatMap((stores) => stores.map((store) => store.flush())));
    await new Promise((resolve) => setImmediate(resolve));
  }
};
const pass = async (milliseconds: number, step = 1000): Promise<void> => {
  for (let passed = 0; passed < milliseconds; passed += step) {
    clock.advance(Math.min(step, milliseconds - passed));
    await settle();
  }
};

function open(runJob?: RunJob) {
  const log = new ScheduleRunLog(path.join(folder, 'runs.jsonl'), (message) => { throw new Error(message); });
  const jobs = new ScheduleFile(file());
  opened.push([jobs, log]);
  const service = new ScheduleService(clock, jobs, log);
  const changes: ScheduleChange[] = [];
  service.onChange((change) => changes.push(change));
  if (runJob !== undefined) service.useRunner(runJob);
  service.onApplicationBootstrap();
  return { service, changes, log };
}

/** A runner whose runs end when the test says so. */
function heldRuns() {
  const ends: ((outcome: ScheduleOutcome) => void)[] = [];
  const runJob: RunJob = () => new Promise((resolve) => ends.push(resolve));
  return { ends, runJob };
}

const ok: RunJob = () => Promise.resolve({ status: 'ok', summary: 'Said hello.', sessionKey: 'cron-1' });
const times = (service: ScheduleService) => service.runs().map(({ runAtMs, status }) => [runAtMs - START, status]);

describe('nextRunAt', () => {
  test.each([
    [{ kind: 'at', at: '2026-02-13T12:00:01Z' } as const, 1000],
    [{ kind: 'at', at: '2026-02-13T13:00:01+01:00' } as const, 1000],
    [{ kind: 'at', at: '2026-02-13T12:00:00Z' } as const, undefined],
    [{ kind: 'every', everyMs: MINUTE } as const, MINUTE],
    [{ kind: 'every', everyMs: MINUTE, anchorMs: START - 90_000 } as const, 30_000],
    [{ kind: 'every', everyMs: MINUTE, anchorMs: START + 5 } as const, 5],
    [{ kind: 'every', everyMs: MINUTE, anchorMs: START - MINUTE } as const, MINUTE],
  ])('%j', (schedule, expected) => {
    expect(nextRunAt(schedule, START, START)).toBe(expected === undefined ? undefined : START + expected);
  });
});

describe('ScheduleService', () => {
  test('runs a job at its times, tells what happens, and keeps the runs', async () => {
    const { service, changes } = open(ok);
    const job = await service.add(say({ kind: 'every', everyMs: MINUTE }));
    await pass(3 * MINUTE);
    expect(times(service)).toEqual([[MINUTE, 'ok'], [2 * MINUTE, 'ok'], [3 * MINUTE, 'ok']]);
    expect(service.get(job.id).state).toMatchObject({ nextRunAtMs: START + 4 * MINUTE, lastRunStatus: 'ok', consecutiveErrors: 0 });
    expect(service.runs()[0]).toMatchObject({ jobId: job.id, jobName: 'Say hello', summary: 'Said hello.', sessionKey: 'cron-1', nextRunAtMs: START + 2 * MINUTE });
    expect(changes.map(({ action }) => action)).toEqual(['added', ...Array(3).fill(['started', 'finished']).flat()]);
  });

  test('a job for one time runs once; then it is off, or gone if it says so and ran well', async () => {
    const { service } = open(ok);
    const at = new Date(START + 5000).toISOString();
    const kept = await service.add(say({ kind: 'at', at }));
    const gone = await service.add(say({ kind: 'at', at }, { deleteAfterRun: true }));
    await pass(MINUTE);
    expect(service.runs()).toHaveLength(2);
    expect(service.get(kept.id)).toMatchObject({ enabled: false });
    expect(service.get(kept.id).state.nextRunAtMs).toBeUndefined();
    expect(() => service.get(gone.id)).toThrow('There is no job with this id.');
  });

  test('never runs a job twice at a time: what comes due meanwhile is recorded as skipped', async () => {
    const { ends, runJob } = heldRuns();
    const { service } = open(runJob);
    const job = await service.add(say({ kind: 'every', everyMs: MINUTE }));
    await pass(3 * MINUTE);
    expect(ends).toHaveLength(1);
    expect(times(service)).toEqual([[2 * MINUTE, 'skipped'], [3 * MINUTE, 'skipped']]);
    expect(service.runNow(job.id)).toEqual({ reason: 'already-running' });
    ends[0]?.({ status: 'ok' });
    await settle();
    expect(service.runs().at(-1)).toMatchObject({ status: 'ok', runAtMs: START + MINUTE, durationMs: 2 * MINUTE });
    await pass(MINUTE);
    expect(ends).toHaveLength(2);
  });

  test('counts errors and goes on', async () => {
    const { service } = open(() => Promise.reject(new Error('no model')));
    const job = await service.add(say({ kind: 'every', everyMs: MINUTE }));
    await pass(2 * MINUTE);
    expect(service.get(job.id).state).toMatchObject({ lastRunStatus: 'error', lastError: 'no model', consecutiveErrors: 2 });
  });

  test('runs at once when asked to, or only if due', async () => {
    const { service } = open(ok);
    const job = await service.add(say({ kind: 'at', at: new Date(START + MINUTE).toISOString() }));
    expect(service.runNow(job.id, true)).toEqual({ reason: 'not-due' });
    expect(service.runNow(job.id)).toEqual({ runId: expect.any(String) });
    await settle();
    expect(service.get(job.id)).toMatchObject({ enabled: true, state: { nextRunAtMs: START + MINUTE } });
    await pass(MINUTE);
    expect(times(service)).toEqual([[0, 'ok'], [MINUTE, 'ok']]);
  });

  test('survives a restart: jobs and runs are there, reading moves nothing', async () => {
    const first = open(ok);
    const job = await first.service.add(say({ kind: 'every', everyMs: MINUTE }));
    await pass(MINUTE);
    await first.service.beforeApplicationShutdown();
    clock.advance(10_000);
    const { service } = open(ok);
    expect(service.get(job.id)).toEqual(first.service.get(job.id));
    expect(service.runs()).toEqual(first.service.runs());
  });

  test('what passed while the server was off: recent is caught up once, old is missed; a run cut by a crash is interrupted', async () => {
    const { runJob } = heldRuns();
    const first = open(runJob);
    await first.service.add(say({ kind: 'every', everyMs: MINUTE }, { name: 'cut' }));
    await first.service.add(say({ kind: 'at', at: new Date(START + 2 * MINUTE).toISOString() }, { name: 'old' }));
    await first.service.add(say({ kind: 'at', at: new Date(START + 90 * MINUTE).toISOString() }, { name: 'recent' }));
    await pass(MINUTE);
    // Not closed: it is killed while `cut` runs.
    clock = new FixedClock(new Date(START + 120 * MINUTE).toISOString());
    const { service } = open(ok);
    await settle();
    expect(service.runs().map(({ jobName, status, runAtMs }) => [jobName, status, (runAtMs - START) / MINUTE])).toEqual([
      ['cut', 'interrupted', 1],
      ['old', 'missed', 2],
      ['recent', 'ok', 120],
    ]);
    expect(service.list().map(({ name, enabled }) => [name, enabled])).toEqual([['cut', true], ['old', false], ['recent', false]]);
  });

  test('a job that is removed or changed while it runs stays as the person left it', async () => {
    const { ends, runJob } = heldRuns();
    const { service } = open(runJob);
    const removed = await service.add(say({ kind: 'every', everyMs: MINUTE }));
    const changed = await service.add(say({ kind: 'at', at: new Date(START + MINUTE).toISOString() }));
    await pass(MINUTE);
    await service.remove(removed.id);
    await service.update(changed.id, { schedule: { kind: 'at', at: new Date(START + 5 * MINUTE).toISOString() } });
    for (const end of ends) end({ status: 'ok' });
    await settle();
    expect(service.list()).toMatchObject([{ id: changed.id, enabled: true, state: { nextRunAtMs: START + 5 * MINUTE, lastRunStatus: 'ok' } }]);
  });

  test('a job that is turned off does not run, and runs again from when it is turned on', async () => {
    const { service } = open(ok);
    const job = await service.add(say({ kind: 'every', everyMs: MINUTE }));
    await service.update(job.id, { enabled: false });
    await pass(2 * MINUTE);
    await service.update(job.id, { enabled: true });
    await pass(MINUTE);
    expect(times(service)).toEqual([[3 * MINUTE, 'ok']]);
  });

  test.each<[string, JobInput]>([
    ['at lies in the past.', say({ kind: 'at', at: '2026-02-13T11:59:59Z' })],
    ['at must be an instant', say({ kind: 'at', at: '2026-02-31T12:00:00Z' })],
    ['at must be an instant', say({ kind: 'at', at: '2026-02-14T12:00:00' })],
    ['at must be an instant', say({ kind: 'at', at: 'tomorrow' })],
    ['everyMs must be', say({ kind: 'every', everyMs: 10 })],
    ['name must have', say({ kind: 'every', everyMs: MINUTE }, { name: ' ' })],
    ['sessionTarget must be', say({ kind: 'every', everyMs: MINUTE }, { sessionTarget: 'session:../x' })],
    ['sessionTarget must be main', say({ kind: 'every', everyMs: MINUTE }, { payload: { kind: 'systemEvent', text: 'x' }, sessionTarget: 'isolated' })],
  ])('refuses what could never run: %s', async (message, input) => {
    const { service } = open(ok);
    await expect(service.add(input)).rejects.toThrow(message);
    expect(service.list()).toEqual([]);
  });

  test('a damaged file is kept aside and does not stop the server', () => {
    writeFileSync(file(), '{"jobs":[{"id":');
    const { service } = open(ok);
    expect(service.list()).toEqual([]);
    expect(readFileSync(`${file()}.damaged`, 'utf8')).toBe('{"jobs":[{"id":');
  });

  test('a day of jobs, with exact results', async () => {
    const { service } = open(ok);
    await service.add(say({ kind: 'every', everyMs: 60 * MINUTE, anchorMs: START }));
    await service.add(say({ kind: 'at', at: new Date(START + 6.5 * 60 * MINUTE).toISOString() }));
    await pass(24 * 60 * MINUTE, 30 * MINUTE);
    expect(service.runs()).toHaveLength(25);
    expect(new Set(service.runs().map(({ status }) => status))).toEqual(new Set(['ok']));
  });
});

describe('a day', () => {
  const HOUR = 60 * MINUTE;
  const cron = (name: string, expr: string, tz: string): JobInput => say({ kind: 'cron', expr, tz }, { name });

  /** Which jobs ran at which time of the day, from the clock's day on. */
  async function day(startsAt: string, jobs: readonly JobInput[], hours = 24): Promise<Record<string, string[]>> {
    clock.advance(Date.parse(startsAt) - clock.now().getTime());
    const { service, log } = open(() => Promise.resolve({ status: 'ok' }));
    for (const job of jobs) await service.add(job);
    await settle();
    const listed = JSON.stringify(service.list());
    expect(JSON.stringify(service.list())).toBe(listed);
    await pass(hours * HOUR, 5 * MINUTE);
    const ran: Record<string, string[]> = {};
    for (const { jobName, runAtMs, status } of log.list()) {
      expect(status).toBe('ok');
      (ran[jobName] ??= []).push(new Date(runAtMs).toISOString().slice(11, 16));
    }
    await service.beforeApplicationShutdown();
    return ran;
  }

  test('of many jobs in several zones has exactly their runs', async () => {
    const ran = await day('2026-11-30T00:00:00.000Z', [
      cron('every two hours', '0 */2 * * *', 'UTC'),
      cron('Berlin at eight', '0 8 * * *', 'Europe/Berlin'),
      cron('New York at eight', '0 8 * * *', 'America/New_York'),
      cron('Kathmandu at noon', '0 12 * * *', 'Asia/Kathmandu'),
      cron('Sundays only', '0 8 * * 0', 'UTC'),
      say({ kind: 'every', everyMs: 6 * HOUR }, { name: 'every six hours' }),
      say({ kind: 'at', at: '2026-11-30T20:15:00Z' }, { name: 'once' }),
    ]);
    expect(ran).toEqual({
      'every two hours': ['02:00', '04:00', '06:00', '08:00', '10:00', '12:00', '14:00', '16:00', '18:00', '20:00', '22:00', '00:00'],
      'Berlin at eight': ['07:00'],
      'New York at eight': ['13:00'],
      'Kathmandu at noon': ['06:15'],
      'every six hours': ['06:00', '12:00', '18:00', '00:00'],
      once: ['20:15'],
    });
  });

  test.each([
    ['whose clocks go forward', '2026-03-28T23:00:00.000Z', 'Europe/Berlin', { 'at half past two': ['01:00'], 'at three': ['01:00'] }],
    ['whose clocks go back', '2026-10-24T22:00:00.000Z', 'Europe/Berlin', { 'at half past two': ['00:30'], 'at three': ['02:00'] }],
    ['of New York whose clocks go forward', '2026-03-08T05:00:00.000Z', 'America/New_York', { 'at half past two': ['07:00'], 'at three': ['07:00'] }],
  ])('%s has each run once', async (_name, startsAt, tz, expected) => {
    expect(await day(startsAt, [cron('at half past two', '30 2 * * *', tz), cron('at three', '0 3 * * *', tz)], 12)).toEqual(expected);
  });
});
