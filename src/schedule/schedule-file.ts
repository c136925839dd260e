import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { writeJsonAtomic } from '../common/atomic-file.js';
import { StorageError, systemErrorCode } from '../common/domain-error.js';
import { nextCronRunAt } from './cron-expression.js';
import type { ScheduledJob } from './schedule.js';

/** The jobs in one JSON file, replaced as a whole. */
export class ScheduleFile {
  private writing: Promise<unknown> = Promise.resolve();

  /** @param file schedules.json; needs not exist */
  constructor(private readonly file: string) {}

  /**
   * All jobs; none where there is no file. One that cannot be read is kept aside and `onDamage` is told, since a broken schedule must
   * not stop the server. Throws StorageError where the file may not be read.
   */
  read(onDamage: (message: string) => void): ScheduledJob[] {
    let text: string;
    try {
      text = readFileSync(this.file, 'utf8');
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return [];
      throw new StorageError(`The schedules cannot be read (${systemErrorCode(error) ?? 'unknown reason'}).`, {}, { cause: error });
    }
    const jobs = parse(text);
    if (jobs !== undefined) return jobs;
    renameSync(this.file, `${this.file}.damaged`);
    onDamage('schedules.json was damaged. It was kept as schedules.json.damaged, and there are no jobs now.');
    return [];
  }

  /** Replaces the file. Writes follow each other. Rejects with StorageError. */
  write(jobs: readonly ScheduledJob[]): Promise<void> {
    const content = { jobs: structuredClone(jobs) };
    const written = this.writing.then(async () => {
      try {
        mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
        await writeJsonAtomic(this.file, content);
      } catch (error) {
        throw new StorageError(`The schedules cannot be stored (${systemErrorCode(error) ?? 'unknown reason'}).`, {}, { cause: error });
      }
    });
    this.writing = written.catch(() => undefined);
    return written;
  }

  /** Resolves when nothing is being written. */
  async flush(): Promise<void> {
    await this.writing;
  }
}

function parse(text: string): ScheduledJob[] | undefined {
  try {
    const { jobs } = JSON.parse(text) as { jobs?: unknown };
    return Array.isArray(jobs) && jobs.every(isJob) ? jobs : undefined;
  } catch {
    return undefined;
  }
}

/** Enough to work with; what a person wrote into the file by hand is not checked further. */
function isJob(value: unknown): value is ScheduledJob {
  const job = value as Partial<ScheduledJob> | null;
  return hasTime(job?.schedule) && typeof job?.id === 'string' && typeof job.name === 'string' && typeof job.payload?.kind === 'string' && typeof job.state === 'object';
}

function hasTime(schedule: Partial<ScheduledJob>['schedule']): boolean {
  if (schedule?.kind === 'every') return schedule.everyMs > 0;
  if (schedule?.kind !== 'cron') return typeof (schedule as { at?: unknown } | undefined)?.at === 'string';
  try {
    nextCronRunAt(schedule, 0);
    return true;
  } catch {
    return false;
  }
}
