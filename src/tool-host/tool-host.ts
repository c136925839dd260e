/** One piece of script code to run, by the seed's contract, in a process that is not the server's. */
export interface ScriptCall {
  /** The function body, as tools.json has it. */
  code: string;
  args: Readonly<Record<string, unknown>>;
  /** Where the code starts. */
  workingDirectory: string;
  /** The whole environment of the child: already without secrets. */
  environment: Readonly<Record<string, string>>;
  /** Milliseconds; 0 means no limit. */
  timeoutMs: number;
  signal: AbortSignal;
  /** True for built-in code that was not edited: it may run in a child that is used again. */
  trusted: boolean;
  onOutput?: (text: string) => void;
}

/**
 * How the code ended. `error` texts are for the model: what happened and, for `timed-out`, after how long. `value` is what the
 * code still returned while it was being ended: a shell command's output so far.
 */
export type ScriptOutcome =
  | { kind: 'returned'; value: unknown }
  | { kind: 'threw' | 'timed-out' | 'aborted' | 'crashed'; error: string; partialOutput?: string; value?: unknown };

/**
 * The port to the processes in which script tools run. `run` never rejects. After it resolved, no process of the call is
 * left (TERM, then KILL after 2 s); only what had left the call's process group on purpose (setsid: a service that was
 * started) outlives code that *returned*. Children start on first use and end when idle.
 */
export abstract class ToolHost {
  abstract run(call: ScriptCall): Promise<ScriptOutcome>;

  /** Ends every child. */
  abstract close(): Promise<void>;
}
