import { mkdirSync, readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from '../common/atomic-file.js';
import { messageOf, systemErrorCode } from '../common/domain-error.js';
import { MAX_KEPT_RUNS, MAX_RUN_LINES } from './limits.js';
import type { ScheduleRun } from './schedule.js';

/** The runs of all jobs, one JSON line each, the newest of which are kept. */
export class ScheduleRunLog {
  private runs?: ScheduleRun[];
  private lines = 0;
  private writing: Promise<unknown> = Promise.resolve();

  /**
   * @param file schedule-runs.jsonl; needs not exist
   * @param onFailure told where a line could not be written: the job ran all the same
   */
  constructor(
    private readonly file: string,
    private readonly onFailure: (message: string) => void,
  ) {}

  /** Oldest first. */
  list(): readonly ScheduleRun[] {
    return this.loaded();
  }

  add(run: ScheduleRun): void {
    const runs = this.loaded();
    runs.push(run);
    if (runs.length > MAX_KEPT_RUNS) runs.splice(0, runs.length - MAX_KEPT_RUNS);
    this.lines += 1;
    const isFull = this.lines > MAX_RUN_LINES;
    if (isFull) this.lines = runs.length;
    const text = (isFull ? runs : [run]).map((entry) => `${JSON.stringify(entry)}\n`).join('');
    this.writing = this.writing.then(() => this.store(text, isFull)).catch((error: unknown) => this.onFailure(messageOf(error)));
  }

  /** Resolves when everything that was added is written. */
  async flush(): Promise<void> {
    await this.writing;
  }

  private async store(text: string, isWhole: boolean): Promise<void> {
    mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
    if (isWhole) await writeFileAtomic(this.file, text);
    else await appendFile(this.file, text, { mode: 0o600 });
  }

  private loaded(): ScheduleRun[] {
    if (this.runs === undefined) {
      const lines = readLines(this.file);
      this.lines = lines.length;
      this.runs = lines.flatMap(parseLine).slice(-MAX_KEPT_RUNS);
    }
    return this.runs;
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter((line) => line !== '');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** A line that a crash cut is left out. */
function parseLine(line: string): ScheduleRun[] {
  try {
    const run = JSON.parse(line) as ScheduleRun;
    return typeof run.jobId === 'string' && typeof run.ts === 'number' ? [run] : [];
  } catch {
    return [];
  }
}
