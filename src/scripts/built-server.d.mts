/** How a process ended. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A running server, built from this checkout. */
export interface BuiltServer {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  pid: number;
  /** What the server takes for the home directory. */
  home: string;
  /** Resolves when the process has ended, however that came about. Never rejects. */
  exited: Promise<ProcessEnd>;
  /** Everything that it printed so far (the last 200,000 characters), stdout and stderr in order of arrival. */
  output(): string;
  /** Sends a signal (SIGTERM unless given) and resolves when the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<ProcessEnd>;
}

export interface BuiltServerOptions {
  /** The home directory; must exist. */
  home: string;
  /**
   * Written to settings.json over `{"baseUrl": "offline", "port": 0}`. Absent: an existing file is left as it is.
   */
  settings?: Readonly<Record<string, unknown>>;
  /** Variables beside the few that are inherited (PATH, locale, time zone). */
  env?: Readonly<Record<string, string>>;
  /** Arguments for node itself, such as `--cpu-prof`. */
  nodeArguments?: readonly string[];
  /** A program that takes on another's place, such as `setpriv`, with its arguments: it runs node. */
  through?: readonly string[];
  /** Called with the process id as soon as there is one, long before the server listens. */
  onSpawn?: (pid: number) => void;
}

export const root: string;
export function settingsFile(home: string): string;
export function makeHome(purpose: string): Promise<string>;

/** Starts dist/main.js and resolves when it listens. Rejects with its output where it ends or stays silent. */
export function startBuiltServer(options: BuiltServerOptions): Promise<BuiltServer>;
