/** One event: the text of its `data:` lines, and of its `error:` lines (an older llama.cpp sends its errors so). */
export interface ServerSentEvent {
  data: string;
  error: string;
}

/**
 * A reader of `text/event-stream` (WHATWG HTML, 9.2.6) that takes text in pieces cut anywhere: CRLF, CR and LF as line ends,
 * comments, unknown fields, a last event without its blank line. Fields that the answer does not need are passed over.
 */
export class ServerSentEventReader {
  private line = '';
  /** The last character was a CR, so that a LF right after it ends no further line. */
  private afterCarriageReturn = false;
  private data: string[] = [];
  private error: string[] = [];

  /** The events that this piece completes. */
  push(text: string): ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    let start = this.afterCarriageReturn && text.startsWith('\n') ? 1 : 0;
    this.afterCarriageReturn = text.endsWith('\r');
    const ends = /\r\n|\r|\n/g;
    ends.lastIndex = start;
    for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
      this.endLine(this.line + text.slice(start, end.index), events);
      this.line = '';
      start = ends.lastIndex;
    }
    this.line += text.slice(start);
    return events;
  }

  /** The event that the end of the stream completes. */
  end(): ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    if (this.line !== '') this.endLine(this.line, events);
    this.line = '';
    this.endLine('', events);
    return events;
  }

  private endLine(line: string, events: ServerSentEvent[]): void {
    if (line === '') {
      if (this.data.length > 0 || this.error.length > 0) events.push({ data: this.data.join('\n'), error: this.error.join('\n') });
      this.data = [];
      this.error = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') this.data.push(value);
    else if (field === 'error') this.error.push(value);
  }
}
