import { InvalidInputError } from '../common/domain-error.js';
import type { JobInput, Schedule, SchedulePayload } from './schedule.js';

type Fields = Readonly<Record<string, unknown>>;

/** Reads a new job from JSON. Throws InvalidInputError that names the field; the service checks the rest. */
export function readJobInput(value: unknown): JobInput {
  const fields = objectAt(value, 'The body');
  const { name, schedule, payload } = fields;
  if (typeof name !== 'string') throw missing('name', 'a text');
  return { name, schedule: readSchedule(schedule), payload: readPayload(payload), ...readOptions(fields) };
}

/** Reads what is to be changed of a job. Throws InvalidInputError. */
export function readJobPatch(value: unknown): Partial<JobInput> {
  const fields = objectAt(value, 'The body');
  const { name, schedule, payload } = fields;
  if (name !== undefined && typeof name !== 'string') throw missing('name', 'a text');
  return {
    ...(name === undefined ? {} : { name }),
    ...(schedule === undefined ? {} : { schedule: readSchedule(schedule) }),
    ...(payload === undefined ? {} : { payload: readPayload(payload) }),
    ...readOptions(fields),
  };
}

function readSchedule(value: unknown): Schedule {
  const { kind, at, everyMs, anchorMs, expr, tz } = objectAt(value, 'schedule');
  switch (kind) {
    case 'at':
      if (typeof at !== 'string') throw missing('schedule.at', 'an instant such as 2026-02-13T12:34:56Z');
      return { kind, at };
    case 'every':
      if (typeof everyMs !== 'number') throw missing('schedule.everyMs', 'a number of milliseconds');
      if (anchorMs !== undefined && !(typeof anchorMs === 'number' && Number.isSafeInteger(anchorMs) && anchorMs >= 0)) throw missing('schedule.anchorMs', 'milliseconds since 1970');
      return { kind, everyMs, ...(anchorMs === undefined ? {} : { anchorMs }) };
    case 'cron':
      if (typeof expr !== 'string') throw missing('schedule.expr', 'a cron expression such as "0 8 * * 1-5"');
      if (tz !== undefined && tz !== '' && typeof tz !== 'string') throw missing('schedule.tz', 'an IANA name such as Europe/Berlin');
      return { kind, expr, ...(tz === undefined || tz === '' ? {} : { tz }) };
    default:
      throw missing('schedule.kind', 'at, every or cron');
  }
}

function readPayload(value: unknown): SchedulePayload {
  const { kind, text, message, model, timeoutSeconds } = objectAt(value, 'payload');
  if (kind === 'systemEvent') {
    if (typeof text !== 'string') throw missing('payload.text', 'a text');
    return { kind, text };
  }
  if (kind !== 'agentTurn') throw missing('payload.kind', 'agentTurn or systemEvent');
  if (typeof message !== 'string') throw missing('payload.message', 'a text');
  if (model !== undefined && (typeof model !== 'string' || model === '')) throw missing('payload.model', 'the id of a model');
  if (timeoutSeconds !== undefined && !(Number.isInteger(timeoutSeconds) && (timeoutSeconds as number) >= 0)) throw missing('payload.timeoutSeconds', 'a whole number');
  return { kind, message, ...(model === undefined ? {} : { model }), ...(timeoutSeconds === undefined ? {} : { timeoutSeconds: timeoutSeconds as number }) };
}

function readOptions({ description, enabled, sessionTarget, wakeMode, deliverTo, deleteAfterRun }: Fields): Partial<JobInput> {
  if (description !== undefined && typeof description !== 'string') throw missing('description', 'a text');
  if (enabled !== undefined && typeof enabled !== 'boolean') throw missing('enabled', 'true or false');
  if (sessionTarget !== undefined && typeof sessionTarget !== 'string') throw missing('sessionTarget', 'main, isolated, or session: and a session id');
  if (wakeMode !== undefined && wakeMode !== 'now' && wakeMode !== 'next-heartbeat') throw missing('wakeMode', 'now or next-heartbeat');
  if (deliverTo !== undefined && (typeof deliverTo !== 'string' || !/^[\w-]+:.+$/.test(deliverTo))) throw missing('deliverTo', 'a channel and a chat, such as telegram:12345');
  if (deleteAfterRun !== undefined && typeof deleteAfterRun !== 'boolean') throw missing('deleteAfterRun', 'true or false');
  return {
    ...(description === undefined ? {} : { description }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(sessionTarget === undefined ? {} : { sessionTarget }),
    ...(wakeMode === undefined ? {} : { wakeMode }),
    ...(deliverTo === undefined ? {} : { deliverTo }),
    ...(deleteAfterRun === undefined ? {} : { deleteAfterRun }),
  };
}

function objectAt(value: unknown, name: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new InvalidInputError(`${name} must be an object.`, { field: name });
}

function missing(field: string, what: string): InvalidInputError {
  return new InvalidInputError(`${field} must be ${what}.`, { field });
}
