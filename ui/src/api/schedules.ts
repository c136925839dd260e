import { remove, request, send } from './request.js';
import { readSchedules, type NewSchedule, type Schedule } from './schedule.js';

const PATH = '/api/schedules';
const pathOf = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;

export async function fetchSchedules(signal: AbortSignal): Promise<Schedule[]> {
  return readSchedules(await request(PATH, { signal }));
}

export async function addSchedule({ name, timing, text }: NewSchedule): Promise<void> {
  await send('POST', PATH, { name, schedule: timing, payload: { kind: 'agentTurn', message: text } });
}

export async function switchSchedule(id: string, isOn: boolean): Promise<void> {
  await send('PATCH', pathOf(id), { enabled: isOn });
}

/** Has it done now, beside its time. Resolves when it has begun. */
export async function runSchedule(id: string): Promise<void> {
  await send('POST', `${pathOf(id)}/run`, {});
}

export const deleteSchedule = (id: string): Promise<void> => remove(pathOf(id));
