import { Chalk } from 'chalk';
import { Terminal } from '../terminal.js';

/** A terminal that keeps what is written, without colours. */
export class RecordingTerminal extends Terminal {
  override readonly style = new Chalk({ level: 0 });
  override readonly errorStyle = new Chalk({ level: 0 });
  /** What went to stdout and stderr. */
  readonly printed: string[] = [];
  readonly notes: string[] = [];

  constructor(override readonly interactive: boolean) {
    super();
  }

  override print(text = ''): void {
    this.printed.push(text);
  }

  override write(text: string): void {
    this.printed.push(text);
  }

  override note(text: string): void {
    this.notes.push(text);
  }
}
