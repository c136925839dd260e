/** The name of the server in PM2's list (docs/cli.md). */
export const PROCESS_NAME = 'jarvis-server';

/** The server as the process manager sees it. */
export interface ManagedServer {
  /** `online` runs (which does not mean that it answers); `errored` crashed so often that it is no longer restarted. */
  status: 'online' | 'starting' | 'stopped' | 'errored';
  pid: number | undefined;
  /** When the present process began. */
  startedAt: Date | undefined;
  memoryBytes: number;
  /** How often it was started again after a crash. */
  restarts: number;
}

/** Keeps the server running in the background: the port to PM2. Errors are CliErrors that people understand. */
export abstract class ProcessManager {
  /** The server, or undefined where it is not managed. Starts nothing. */
  abstract find(): Promise<ManagedServer | undefined>;

  /** Starts the server in the background and restarts it when it crashes. Only where find() says undefined. */
  abstract start(): Promise<void>;

  /** Stops the server and waits for its end (at most KILL_TIMEOUT_MS and a little). Nothing happens where none is managed. */
  abstract stop(): Promise<void>;

  /** Ends the manager's own background process where it manages nothing any more, so that nothing is left behind. */
  abstract release(): Promise<void>;
}
