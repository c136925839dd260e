export interface CrashSummary {
  seed: number;
  kills: number;
  killedWhileStarting: number;
  messages: number;
  acknowledged: number;
  /** Messages whose client was cut off and that were not sent again. */
  cut: number;
  retriedWithKey: number;
  /** Half-written files that are there after the last restart; harmless, and swept by the server. */
  temporaryFilesLeft: number;
  temporaryFilesFolders: string[];
  seconds: number;
  problemCount: number;
  problems: string[];
  verdict: string;
}

export interface CrashOptions {
  kills: number;
  seed: number;
  onProgress?: (state: { kills: number; problems: number }) => void;
}

/**
 * Kills the built server `kills` times with SIGKILL at random moments under load (four sessions, tools, two long
 * histories), starts it again each time and checks every file, every message and every log.
 */
export function runCrashes(options: CrashOptions): Promise<CrashSummary>;
