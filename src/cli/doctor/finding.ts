import type { Clock } from '../../common/clock.js';
import type { ConfigService } from '../../config/config.service.js';
import type { JarvisPaths } from '../../config/jarvis-paths.js';

/** `problem` makes the exit code 1; `warning` may be wanted; `skipped` could not be looked at because of another problem. */
export type FindingState = 'ok' | 'warning' | 'problem' | 'skipped';

/** What one look found. */
export interface Finding {
  /** What was looked at, in a word or two. */
  name: string;
  state: FindingState;
  /** What is, as a sentence or a value. */
  message: string;
  /** How to mend it, for everything that is not ok. */
  remedy?: string;
}

/** What the checks look at. */
export interface DoctorContext {
  readonly paths: JarvisPaths;
  readonly clock: Clock;
  /** Undefined where settings.json is missing or cannot be used. */
  readonly config: ConfigService | undefined;
}

/** One check. Changes nothing, creates nothing, and never rejects. */
export type Check = (context: DoctorContext) => Promise<Finding[]> | Finding[];
