export interface FuzzFailure {
  /** Run it alone with `npm run test:fuzz -- --seed <seed> --only <case>`. */
  case: number;
  label: string;
  problems: string[];
  sent: string;
  answered: string;
}

export interface FuzzSummary {
  seed: number;
  cases: number;
  routes: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  /** Requests that the server closed without a word, as it may with what is no HTTP. */
  unanswered: number;
  samePid: boolean;
  rssMiB?: number;
  peakMiB?: number;
  seconds: number;
  failureCount: number;
  failures: FuzzFailure[];
  serverOutput?: string;
}

export interface FuzzOptions {
  cases: number;
  seed: number;
  /** Runs this one case alone. */
  only?: number;
  onProgress?: (state: { done: number; failures: number }) => void;
}

/**
 * Sends hostile bodies, headers, paths, encodings and plain garbage to every route of the built server (offline model, a home
 * of its own, exec denied) and checks each answer: no 5xx by input, no HTML but the pages, no stack, no secret, the same process afterwards.
 */
export function runFuzz(options: FuzzOptions): Promise<FuzzSummary>;
