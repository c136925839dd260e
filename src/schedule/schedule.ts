/** When a job runs. Times are epoch milliseconds. */
export type Schedule =
  /** Once, at an ISO 8601 instant. */
  | { kind: 'at'; at: string }
  /** Again and again, counted from `anchorMs`. */
  | { kind: 'every'; everyMs: number; anchorMs?: number }
  /** By a cron expression of five fields, or six with seconds first, on the clocks of `tz`, an IANA name; the host's zone where it is left out. */
  | { kind: 'cron'; expr: string; tz?: string };

/** What a job does. */
export type SchedulePayload =
  /** Wakes the agent in the session `main` with a text. */
  | { kind: 'systemEvent'; text: string }
  /** A turn of the agent. */
  | { kind: 'agentTurn'; message: string; model?: string; timeoutSeconds?: number };

/** How a run ended. `missed`: its time passed while the server was off. `interrupted`: the server died in it. */
export type ScheduleRunStatus = 'ok' | 'error' | 'skipped' | 'missed' | 'interrupted';

/** What is known of a job's runs. */
export interface ScheduleState {
  nextRunAtMs?: number;
  /** Set while it runs. */
  runningAtMs?: number;
  lastRunAtMs?: number;
  lastRunStatus?: ScheduleRunStatus;
  lastError?: string;
  lastDurationMs?: number;
  consecutiveErrors?: number;
}

/** A job. */
export interface ScheduledJob {
  id: string;
  name: string;
  description?: string;
  enabled: boolean;
  createdAtMs: number;
  updatedAtMs: number;
  schedule: Schedule;
  /** `main`, `isolated` (a session for each run) or `session:<id>`. */
  sessionTarget: string;
  /** Of a systemEvent: at once, or with the next wake. */
  wakeMode: 'now' | 'next-heartbeat';
  payload: SchedulePayload;
  /** Where the answer of an agentTurn goes beside its session: `telegram:12345`. */
  deliverTo?: string;
  /** A job that runs once is removed after it ran well; else it is only turned off. */
  deleteAfterRun?: boolean;
  state: ScheduleState;
}

/** What a person decides of a job. */
export type JobInput = Pick<ScheduledJob, 'name' | 'schedule' | 'payload'> &
  Partial<Pick<ScheduledJob, 'description' | 'enabled' | 'sessionTarget' | 'wakeMode' | 'deliverTo' | 'deleteAfterRun'>>;

/** One run of a job. */
export interface ScheduleRun {
  runId: string;
  jobId: string;
  jobName: string;
  /** When it ended. */
  ts: number;
  runAtMs: number;
  durationMs: number;
  status: ScheduleRunStatus;
  error?: string;
  summary?: string;
  /** The session in which it ran. */
  sessionKey?: string;
  nextRunAtMs?: number;
}

/** What came of a run, from whoever did it. */
export type ScheduleOutcome = Pick<ScheduleRun, 'error' | 'summary' | 'sessionKey'> & { status: 'ok' | 'error' | 'skipped' };

/** What listeners are told. */
export type ScheduleChange =
  | { action: 'added' | 'updated' | 'removed'; job: ScheduledJob }
  | { action: 'started'; job: ScheduledJob; runId: string; runAtMs: number }
  | { action: 'finished'; job: ScheduledJob; run: ScheduleRun };

/** Does what a job says; must not reject. One is registered by the floor that knows the agent. */
export type RunJob = (job: Readonly<ScheduledJob>, runId: string) => Promise<ScheduleOutcome>;
