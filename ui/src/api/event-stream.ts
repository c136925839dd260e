/** One event of a stream. `id` is 0 where it has none. */
export interface StreamEvent {
  id: number;
  data: string;
}

/** Thrown where nothing has come for too long: the connection may be dead without anybody having said so. */
export class SilentStreamError extends Error {
  constructor(silenceMs: number) {
    super(`Nothing has come for ${silenceMs} ms.`);
    this.name = 'SilentStreamError';
  }
}

/**
 * Reads Server-Sent Events (WHATWG HTML, "Interpreting an event stream") from the body of an answer, however it is cut
 * into pieces. Comments only prove that the connection lives. An event that was cut is left out.
 * Rejects with what breaks the body, and with SilentStreamError after `silenceMs` without a byte.
 */
export async function* readEventStream(body: ReadableStream<Uint8Array>, silenceMs: number): AsyncGenerator<StreamEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let event: { id: number; data: string[] } = { id: 0, data: [] };
  try {
    for (;;) {
      const { done, value } = await withinTime(reader.read(), silenceMs);
      if (done) return;
      // A lone carriage return at the end of a piece may be half of a line break: it waits for the other half.
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (event.data.length > 0) yield { id: event.id, data: event.data.join('\n') };
          event = { id: 0, data: [] };
        } else takeField(event, line);
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function takeField(event: { id: number; data: string[] }, line: string): void {
  const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
  if (name === 'data') event.data.push(value);
  else if (name === 'id' && /^\d+$/.test(value)) event.id = Number(value);
}

async function withinTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SilentStreamError(ms)), ms);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}
