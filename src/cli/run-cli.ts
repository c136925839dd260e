import { CommandFactory } from 'nest-commander';
import { DomainError, messageOf } from '../common/domain-error.js';
import { packageVersion } from '../common/package-root.js';
import { CliError } from './cli-error.js';
import { CliModule } from './cli.module.js';
import { ExitCode } from './exit-code.js';

/**
 * Runs one command line and ends the process. Whatever a command throws becomes one message on stderr.
 *
 * @param args the command and its arguments, without node and script
 */
export async function runCli(args: readonly string[]): Promise<void> {
  // Help and errors call the program by its name, however it was started.
  process.argv = [process.execPath, 'jarvis', ...args];
  leaveQuietlyWhenNobodyReads();
  // Waiting on a Clock does not keep a process alive by itself, and Node ends one in which nothing else does.
  const alive = setInterval(() => undefined, 60_000);
  try {
    await CommandFactory.run(CliModule, {
      logger: false,
      version: packageVersion,
      // Without it, a command that throws ends with exit code 0.
      serviceErrorHandler: report,
    });
  } catch (error) {
    report(error);
  }
  clearInterval(alive);
  // PM2's client goes on looking for a daemon that it has just ended: do not wait for it.
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit();
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}

function report(error: unknown): void {
  process.exitCode = error instanceof CliError ? error.exitCode : ExitCode.failure;
  const text = error instanceof DomainError ? error.message : `Unexpected error: ${messageOf(error)}`;
  process.stderr.write(`${text}\n`);
}

/** `jarvis logs | head` closes the pipe: that is the end of the work and no error. */
function leaveQuietlyWhenNobodyReads(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(process.exitCode ?? ExitCode.ok);
      throw error;
    });
  }
}
