import { InvalidInputError } from '../common/domain-error.js';
import { newId } from '../common/ids.js';
import { withZone } from './cron-expression.js';
import { isSessionId } from '../sessions/session-id.js';
import { MAX_JOB_NAME_LENGTH, MAX_JOB_TEXT_LENGTH } from './limits.js';
import { assertSchedule, nextRunAt } from './next-run.js';
import type { JobInput, ScheduledJob } from './schedule.js';

const SESSION_TARGET = /^session:(.+)$/;

/** A new job, due for the first time as its schedule says. Throws InvalidInputError. */
export function newJob(input: JobInput, nowMs: number): ScheduledJob {
  const job: ScheduledJob = {
    id: newId(),
    enabled: true,
    sessionTarget: input.payload.kind === 'systemEvent' ? 'main' : 'isolated',
    wakeMode: 'now',
    ...input,
    schedule: withZone(input.schedule),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    state: {},
  };
  assertJob(job);
  assertSchedule(job.schedule, nowMs);
  return withNextRun(job, nowMs);
}

/** The job with some things changed. What is known of its runs stays. Throws InvalidInputError. */
export function changedJob(job: ScheduledJob, patch: Partial<JobInput>, nowMs: number): ScheduledJob {
  const changed: ScheduledJob = { ...job, ...patch, schedule: withZone(patch.schedule ?? job.schedule), updatedAtMs: nowMs };
  assertJob(changed);
  const isNewTime = patch.schedule !== undefined || (patch.enabled === true && !job.enabled);
  if (!isNewTime) return changed.enabled === job.enabled ? changed : withNextRun(changed, nowMs);
  assertSchedule(changed.schedule, nowMs);
  return withNextRun(changed, nowMs);
}

/** The job with its next run after `afterMs`; without one where it is turned off or has none. */
export function withNextRun(job: ScheduledJob, afterMs: number): ScheduledJob {
  const next = job.enabled ? nextRunAt(job.schedule, afterMs, job.createdAtMs) : undefined;
  const { nextRunAtMs: _before, ...state } = job.state;
  return { ...job, state: next === undefined ? state : { ...state, nextRunAtMs: next } };
}

/** The session that a run of the job goes to. */
export function sessionOf(job: Pick<ScheduledJob, 'sessionTarget'>, runId: string): string {
  const named = SESSION_TARGET.exec(job.sessionTarget)?.[1];
  return named ?? (job.sessionTarget === 'main' ? 'main' : `cron-${runId}`);
}

function assertJob({ name, payload, sessionTarget }: ScheduledJob): void {
  const text = payload.kind === 'systemEvent' ? payload.text : payload.message;
  if (name.trim() === '' || name.length > MAX_JOB_NAME_LENGTH) {
    throw new InvalidInputError(`name must have 1 to ${MAX_JOB_NAME_LENGTH} characters.`, { field: 'name' });
  }
  if (text.trim() === '' || text.length > MAX_JOB_TEXT_LENGTH) {
    throw new InvalidInputError(`The text of payload must have 1 to ${MAX_JOB_TEXT_LENGTH} characters.`, { field: 'payload' });
  }
  const named = SESSION_TARGET.exec(sessionTarget)?.[1];
  if (!['main', 'isolated'].includes(sessionTarget) && !isSessionId(named)) {
    throw new InvalidInputError('sessionTarget must be main, isolated, or session: and a session id.', { field: 'sessionTarget' });
  }
  if (payload.kind === 'systemEvent' && sessionTarget !== 'main') {
    throw new InvalidInputError('A systemEvent wakes the agent in the session main: sessionTarget must be main.', { field: 'sessionTarget' });
  }
}
