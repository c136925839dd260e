import { ConsoleLogger } from '@nestjs/common';
import type { SecretRedactor } from './security/secret-redactor.js';

/** Nest says with a stack that the server could not start; main.ts says it in words. */
const START_FAILURES = /^_?(ExceptionHandler|NestApplication)$/;

/** What goes to server.log: warnings and errors, without secrets. */
export class ServerLogger extends ConsoleLogger {
  constructor(private readonly secrets: SecretRedactor) {
    super({ logLevels: ['fatal', 'error', 'warn'] });
  }

  override fatal(message: unknown, ...rest: unknown[]): void {
    super.fatal(this.clean(message), ...rest.map((part) => this.clean(part)));
  }

  override error(message: unknown, ...rest: unknown[]): void {
    if (START_FAILURES.test(String(rest.at(-1)))) return;
    super.error(this.clean(message), ...rest.map((part) => this.clean(part)));
  }

  override warn(message: unknown, ...rest: unknown[]): void {
    super.warn(this.clean(message), ...rest.map((part) => this.clean(part)));
  }

  private clean(part: unknown): unknown {
    if (part instanceof Error) return this.secrets.redact(part.stack ?? part.message);
    return typeof part === 'string' ? this.secrets.redact(part) : part;
  }
}
