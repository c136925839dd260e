import chalk, { Chalk, chalkStderr, type ChalkInstance } from 'chalk';

/** Where a command writes and whom it may ask. */
export abstract class Terminal {
  /** True where a person can be asked: input and output are both a terminal. */
  abstract readonly interactive: boolean;

  /** Styles for stdout; plain where it is no terminal or NO_COLOR is set. */
  abstract readonly style: ChalkInstance;

  /** Styles for stderr. */
  abstract readonly errorStyle: ChalkInstance;

  /** One line (or several) of the command's result, on stdout. */
  abstract print(text?: string): void;

  /** Part of a line of the command's result, on stdout. */
  abstract write(text: string): void;

  /** One line (or several) about the command itself, on stderr. */
  abstract note(text: string): void;
}

/** The process's own terminal. */
export class ProcessTerminal extends Terminal {
  override readonly interactive = process.stdin.isTTY && process.stdout.isTTY;
  override readonly style = withoutColorWhereUnwanted(chalk);
  override readonly errorStyle = withoutColorWhereUnwanted(chalkStderr);

  override print(text = ''): void {
    process.stdout.write(`${text}\n`);
  }

  override write(text: string): void {
    process.stdout.write(text);
  }

  override note(text: string): void {
    process.stderr.write(`${text}\n`);
  }
}

/** chalk looks at the stream, TERM and FORCE_COLOR, but not at NO_COLOR (https://no-color.org). */
function withoutColorWhereUnwanted(base: ChalkInstance): ChalkInstance {
  const noColor = process.env.NO_COLOR;
  return noColor !== undefined && noColor !== '' ? new Chalk({ level: 0 }) : base;
}
