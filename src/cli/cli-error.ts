import { DomainError } from '../common/domain-error.js';
import { ExitCode } from './exit-code.js';

/** A command that cannot do what was asked. The message says what and what to do; it goes to stderr, without a stack. */
export class CliError extends DomainError {
  override readonly code = 'cli';

  constructor(
    message: string,
    readonly exitCode: number = ExitCode.failure,
    options?: { cause?: unknown },
  ) {
    super(message, {}, options);
  }
}
