import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { Clock } from '../../common/clock.js';
import type { Run } from '../../agent/run.js';
import { KEEP_ALIVE_MS } from './limits.js';
import { turnFrame } from './turn-frame.js';

/**
 * A run's events as Server-Sent Events (WHATWG HTML, "Server-sent events"): `id:` and `data:` lines, no `event:` lines, and a comment where
 * nothing happened for a while. The events are pulled as fast as the client reads, so a slow one costs no memory; a client that goes away
 * ends the stream and not the run.
 */
export function runStream(run: Run, clock: Clock, afterId = 0): StreamableFile {
  return new StreamableFile(Readable.from(lines(run, clock, afterId), { objectMode: false, highWaterMark: 0 }), {
    type: 'text/event-stream; charset=utf-8',
  });
}

/** Headers that keep proxies from holding the stream back. */
export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-cache, no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

async function* lines(run: Run, clock: Clock, afterId: number): AsyncGenerator<string, void> {
  const gone = new AbortController();
  const events = run.watch(afterId, gone.signal);
  // Whoever comes back where nothing is new hears at once that the stream is there: without a byte no headers are sent.
  if (afterId > 0) yield ': resumed\n\n';
  try {
    for (let next = events.next(), tick = keepAlive(clock, gone.signal); ; ) {
      const step = await Promise.race([next, tick]);
      if (step === 'tick') {
        yield ': keep-alive\n\n';
        tick = keepAlive(clock, gone.signal);
      } else if (step.done) return;
      else {
        yield `id: ${step.value.id}\ndata: ${JSON.stringify(turnFrame(step.value.event, { runId: run.runId, sessionId: run.sessionId }))}\n\n`;
        next = events.next();
      }
    }
  } finally {
    gone.abort();
  }
}

/** Resolves when it is time for a comment, or when nobody reads any more. */
function keepAlive(clock: Clock, signal: AbortSignal): Promise<'tick'> {
  return clock.sleep(KEEP_ALIVE_MS, signal).then(
    () => 'tick',
    () => 'tick',
  );
}
