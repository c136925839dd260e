import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../../common/domain-error.js';
import { isOwner, type Principal } from '../../security/principal.js';
import type { ServiceTool } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import { describedRuns } from '../described-run.js';
import { readJobInput, readJobPatch } from '../job-input.js';
import { MAX_LISTED_RUNS } from '../limits.js';
import { ScheduleService } from '../schedule.service.js';
import { WakeQueue } from '../wake-queue.js';

/** `cron`: what is to be done later, or again and again. */
@ServiceToolProvider()
@Injectable()
export class CronTool implements ServiceTool {
  readonly name = 'cron';
  readonly description =
    'Schedules: reminders, work at a later time, recurring work. Actions: list; add with "job"; update with "id" and "patch"; remove, run (now) and runs (its latest) with "id"; ' +
    'wake with "text" (this agent is woken in the session main). A job: {"name", "schedule", "payload"}. schedule is {"kind":"at","at":"2026-02-13T08:00:00+01:00"}, ' +
    '{"kind":"every","everyMs":3600000} or {"kind":"cron","expr":"0 8 * * 1-5","tz":"Europe/Berlin"}; ask session_status for the time and zone first. payload is ' +
    '{"kind":"agentTurn","message":"..."}: what you will be told then; write it so that it can be understood alone. "sessionTarget" is isolated unless you give main or session:<id>; ' +
    '"deliverTo" sends the answer to a chat such as telegram:12345; "deleteAfterRun": true for what happens once.';
  readonly parameters = {
    type: 'object' as const,
    properties: {
      action: { type: 'string', enum: ['list', 'add', 'update', 'remove', 'run', 'runs', 'wake'] },
      id: { type: 'string' },
      job: { type: 'object' },
      patch: { type: 'object' },
      text: { type: 'string' },
    },
    required: ['action'],
  };

  constructor(
    private readonly schedule: ScheduleService,
    private readonly wakes: WakeQueue,
  ) {}

  isOfferedTo(principal: Principal): boolean {
    return isOwner(principal);
  }

  async run({ action, id, job, patch, text }: Readonly<Record<string, unknown>>): Promise<unknown> {
    switch (action) {
      case 'list':
        return { status: 'ok', jobs: this.schedule.list() };
      case 'add':
        return { status: 'ok', job: await this.schedule.add(readJobInput(job)) };
      case 'update':
        return { status: 'ok', job: await this.schedule.update(idOf(id), readJobPatch(patch)) };
      case 'remove':
        return { status: 'ok', removed: await this.schedule.remove(idOf(id)) };
      case 'run':
        return { status: 'ok', ...this.schedule.runNow(idOf(id)) };
      case 'runs':
        return { status: 'ok', runs: describedRuns(this.schedule.runs(), id === undefined ? undefined : idOf(id), MAX_LISTED_RUNS) };
      case 'wake':
        if (typeof text !== 'string' || text.trim() === '') throw new InvalidInputError('"text" must be a text.');
        this.wakes.add(text);
        this.wakes.wake();
        return { status: 'ok' };
      default:
        throw new InvalidInputError('"action" must be list, add, update, remove, run, runs or wake.');
    }
  }
}

function idOf(id: unknown): string {
  if (typeof id === 'string' && id !== '') return id;
  throw new InvalidInputError('"id" must be that of a job: list says which there are.');
}
