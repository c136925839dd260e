import { Injectable } from '@nestjs/common';
import { Command, Option, SubCommand } from 'nest-commander';
import { JarvisPaths } from '../config/jarvis-paths.js';
import type { ScheduledJob } from '../schedule/schedule.js';
import { BaseCommand } from './base.command.js';
import type { ServerClient } from './chat/server-client.js';
import { CliError } from './cli-error.js';
import { Terminal } from './terminal.js';

const ROUTE = '/api/schedules';
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const routeOf = (id: string): string => `${ROUTE}/${encodeURIComponent(id)}`;

/** Decorated, so that those who extend it are given what it asks for. */
@Injectable()
abstract class CronSubCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    protected readonly terminal: Terminal,
  ) {
    super();
  }

  /** The running server. Throws CliError where none answers. */
  protected async server(): Promise<ServerClient> {
    const { connectToServer } = await import('./chat/connect-to-server.js');
    return connectToServer(this.paths);
  }

  protected printJob({ id, name, enabled, schedule, state }: ScheduledJob): void {
    const next = state.nextRunAtMs === undefined ? 'no next run' : `next ${new Date(state.nextRunAtMs).toISOString()}`;
    const last = state.lastRunStatus === undefined ? '' : `, last ${state.lastRunStatus}`;
    this.terminal.print(`${id}  ${enabled ? 'on ' : 'off'}  ${name}  [${timing(schedule)}]  ${next}${last}`);
  }
}

function timing(schedule: ScheduledJob['schedule']): string {
  if (schedule.kind === 'at') return `at ${schedule.at}`;
  return schedule.kind === 'every' ? `every ${schedule.everyMs / 1000} s` : `${schedule.expr} ${schedule.tz ?? ''}`.trim();
}

/** `jarvis cron list`. */
@SubCommand({ name: 'list', description: 'List the schedules, the next one first' })
export class CronListCommand extends CronSubCommand {
  override async run(): Promise<void> {
    const { jobs } = (await (await this.server()).call('GET', ROUTE)) as { jobs: ScheduledJob[] };
    if (jobs.length === 0) this.terminal.print('There are no schedules. `jarvis cron add` makes one.');
    for (const job of jobs) this.printJob(job);
  }
}

interface AddOptions {
  cron?: string;
  tz?: string;
  every?: number;
  at?: string;
  session?: string;
  deliver?: string;
}

/** `jarvis cron add`. */
@SubCommand({
  name: 'add',
  arguments: '<name> <message...>',
  description: 'Make a schedule: one of --cron, --every and --at says when',
  argsDescription: { name: 'what it is called', message: 'what the agent is told' },
})
export class CronAddCommand extends CronSubCommand {
  override async run([name = '', ...words]: string[], { cron, tz, every, at, session, deliver }: AddOptions): Promise<void> {
    const given = [
      ...(cron === undefined ? [] : [{ kind: 'cron', expr: cron, ...(tz === undefined ? {} : { tz }) }]),
      ...(every === undefined ? [] : [{ kind: 'every', everyMs: every }]),
      ...(at === undefined ? [] : [{ kind: 'at', at }]),
    ];
    if (given.length !== 1) throw new CliError('Say when, with one of --cron, --every and --at.');
    const body = {
      name,
      schedule: given[0],
      payload: { kind: 'agentTurn', message: words.join(' ') },
      ...(session === undefined ? {} : { sessionTarget: `session:${session}` }),
      ...(deliver === undefined ? {} : { deliverTo: deliver }),
    };
    this.printJob((await (await this.server()).call('POST', ROUTE, body)) as ScheduledJob);
  }

  @Option({ flags: '--cron <expression>', description: 'minute hour day month weekday, or six fields with seconds first' })
  cron(value: string): string {
    return value;
  }

  @Option({ flags: '--tz <zone>', description: 'the time zone of --cron, such as Europe/Berlin; the server\'s own without it' })
  tz(value: string): string {
    return value;
  }

  @Option({ flags: '--every <duration>', description: 'again and again, such as 90s, 30m, 6h or 1d' })
  every(value: string): number {
    const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(value) ?? [];
    const milliseconds = UNITS[unit];
    if (count === undefined || milliseconds === undefined) throw new CliError(`--every is "${value}": it must be a number and a unit, such as 90s, 30m, 6h or 1d.`);
    return Number(count) * milliseconds;
  }

  @Option({ flags: '--at <instant>', description: 'once, such as 2026-12-24T18:00:00+01:00' })
  at(value: string): string {
    return value;
  }

  @Option({ flags: '--session <id>', description: 'in this session; in one of its own for each run without it' })
  session(value: string): string {
    return value;
  }

  @Option({ flags: '--deliver <target>', description: 'send the answer to a channel and a chat as well' })
  deliver(value: string): string {
    return value;
  }
}

/** `jarvis cron remove`. */
@SubCommand({ name: 'remove', arguments: '<id>', description: 'Remove a schedule', argsDescription: { id: 'as `jarvis cron list` shows it' } })
export class CronRemoveCommand extends CronSubCommand {
  override async run([id = '']: string[]): Promise<void> {
    const { name } = (await (await this.server()).call('DELETE', routeOf(id))) as ScheduledJob;
    this.terminal.print(`"${name}" is removed.`);
  }
}

/** `jarvis cron enable`. */
@SubCommand({ name: 'enable', arguments: '<id>', description: 'Turn a schedule on', argsDescription: { id: 'as `jarvis cron list` shows it' } })
export class CronEnableCommand extends CronSubCommand {
  override async run([id = '']: string[]): Promise<void> {
    this.printJob((await (await this.server()).call('PATCH', routeOf(id), { enabled: true })) as ScheduledJob);
  }
}

/** `jarvis cron disable`. */
@SubCommand({ name: 'disable', arguments: '<id>', description: 'Turn a schedule off', argsDescription: { id: 'as `jarvis cron list` shows it' } })
export class CronDisableCommand extends CronSubCommand {
  override async run([id = '']: string[]): Promise<void> {
    this.printJob((await (await this.server()).call('PATCH', routeOf(id), { enabled: false })) as ScheduledJob);
  }
}

/** `jarvis cron run`. */
@SubCommand({ name: 'run', arguments: '<id>', description: 'Run a schedule now, beside its time', argsDescription: { id: 'as `jarvis cron list` shows it' } })
export class CronRunCommand extends CronSubCommand {
  override async run([id = '']: string[]): Promise<void> {
    const { started } = (await (await this.server()).call('POST', `${routeOf(id)}/run`, {})) as { started: boolean };
    this.terminal.print(started ? `It runs. \`jarvis cron runs ${id}\` says what comes of it.` : 'It is running already.');
  }
}

/** `jarvis cron runs`. */
@SubCommand({ name: 'runs', arguments: '<id>', description: 'Show what came of its latest runs', argsDescription: { id: 'as `jarvis cron list` shows it' } })
export class CronRunsCommand extends CronSubCommand {
  override async run([id = '']: string[]): Promise<void> {
    const { runs } = (await (await this.server()).call('GET', `${routeOf(id)}/runs`)) as { runs: { timestampUtc: string; status: string; summary?: string; error?: string }[] };
    if (runs.length === 0) this.terminal.print('It has not run yet.');
    for (const { timestampUtc, status, summary, error } of runs) this.terminal.print(`${timestampUtc}  ${status}  ${error ?? summary ?? ''}`.trimEnd());
  }
}

/** `jarvis cron`: what the running server does by itself. */
@Command({
  name: 'cron',
  description: 'List, make, run and remove schedules of the running server',
  subCommands: [CronListCommand, CronAddCommand, CronRemoveCommand, CronEnableCommand, CronDisableCommand, CronRunCommand, CronRunsCommand],
})
export class CronCommand extends BaseCommand {
  override run(): Promise<void> {
    return Promise.resolve(this.command.help({ error: true }));
  }
}

/** The command and its parts. */
export const CRON_COMMANDS = [CronCommand, CronListCommand, CronAddCommand, CronRemoveCommand, CronEnableCommand, CronDisableCommand, CronRunCommand, CronRunsCommand];
