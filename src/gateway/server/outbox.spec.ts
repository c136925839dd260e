import { EventStream } from './event-stream.js';
import { OutboundEvent } from './outbound-event.js';
import { type OutboundSocket, Outbox } from './outbox.js';

/** A socket whose client reads only when the test says so. */
class SlowSocket implements OutboundSocket {
  readonly sent: string[] = [];
  bufferedAmount = 0;
  private readonly unread: { bytes: number; done: () => void }[] = [];

  send(text: string, done: () => void): void {
    this.sent.push(text);
    this.bufferedAmount += text.length;
    this.unread.push({ bytes: text.length, done });
  }

  read(): void {
    for (const { bytes, done } of this.unread.splice(0)) {
      this.bufferedAmount -= bytes;
      done();
    }
  }

  readAll(): void {
    while (this.bufferedAmount > 0) this.read();
  }

  get events(): { event: string; seq: number; payload: Record<string, unknown> }[] {
    return this.sent.map((text) => JSON.parse(text));
  }
}

const LIMITS = { highWaterBytes: 100, maxBufferedBytes: 1000 };
const delta = (text: string, run = 'r') =>
  new OutboundEvent('chat', { text }, { merge: { group: `chat:${run}`, key: 'delta' }, droppable: true });
const piece = (text: string) =>
  new OutboundEvent('agent', { text }, { merge: { group: 'agent:r', key: 'assistant', combine: (a, b) => ({ text: textOf(a) + textOf(b) }) } });
const fixed = (text: string, group = 'chat:r') => new OutboundEvent('chat', { text, final: true }, { merge: { group } });
const textOf = (payload: unknown): string => (payload as { text: string }).text;
const full = new OutboundEvent('tick', { ts: 'x'.repeat(200) });

function setUp() {
  const socket = new SlowSocket();
  const stream = new EventStream(10_000);
  const outbox = new Outbox(stream, LIMITS);
  let overflows = 0;
  outbox.attach(socket, () => (overflows += 1));
  return { socket, stream, outbox, overflows: () => overflows };
}

describe('Outbox', () => {
  test('a client that keeps up gets every event at once', () => {
    const { socket, outbox } = setUp();
    for (const text of ['a', 'b', 'c']) {
      outbox.push(delta(text));
      socket.read();
    }
    expect(socket.events.map(({ seq, payload }) => [seq, payload.text])).toEqual([[1, 'a'], [2, 'b'], [3, 'c']]);
  });

  test('for a slow one deltas become one, in order with what is no delta, and numbers have no hole', () => {
    const { socket, outbox } = setUp();
    outbox.push(full);
    for (const event of [delta('1'), piece('a'), delta('12'), piece('b'), fixed('tool', 'agent:r'), piece('c'), delta('123'), piece('d'), fixed('end')]) outbox.push(event);
    expect(socket.sent).toHaveLength(1);
    socket.readAll();
    expect(socket.events.slice(1).map(({ seq, payload }) => [seq, payload.text])).toEqual([[2, '123'], [3, 'ab'], [4, 'tool'], [5, 'cd'], [6, 'end']]);
  });

  test('runs are kept apart', () => {
    const { socket, outbox } = setUp();
    outbox.push(full);
    for (const event of [delta('a', 'one'), delta('x', 'two'), delta('ab', 'one')]) outbox.push(event);
    socket.read();
    expect(socket.events.slice(1).map(({ payload }) => payload.text)).toEqual(['ab', 'x']);
  });

  test('where that is not enough, what is repeated later is left out, and the final comes', () => {
    const { socket, outbox, overflows } = setUp();
    outbox.push(full);
    for (let run = 0; run < 20; run += 1) outbox.push(delta('d'.repeat(90), `run${run}`));
    for (let run = 0; run < 9; run += 1) outbox.push(fixed('f'.repeat(70), `chat:run${run}`));
    expect(overflows()).toBe(0);
    socket.readAll();
    const finals = socket.events.filter(({ payload }) => payload.final === true);
    expect(finals).toHaveLength(9);
    expect(socket.events.map(({ seq }) => seq)).toEqual(socket.events.map((_, index) => index + 1));
  });

  test('a client that does not read at all is lost once and costs nothing more', () => {
    const { socket, outbox, overflows } = setUp();
    outbox.push(full);
    for (let index = 0; index < 100; index += 1) outbox.push(fixed('f'.repeat(100)));
    expect(overflows()).toBe(1);
    socket.read();
    outbox.push(fixed('late'));
    expect(socket.sent).toHaveLength(1);
  });

  test('responses go past waiting events, until the client owes too much', () => {
    const { socket, outbox, overflows } = setUp();
    outbox.push(full);
    outbox.push(fixed('waits'));
    for (let index = 0; index < 3; index += 1) outbox.write('r'.repeat(400));
    expect(socket.sent.map((text) => text.length)).toEqual([expect.any(Number), 400, 400]);
    expect(overflows()).toBe(1);
  });

  test('while the client is away events wait, merged, and follow when it is back', () => {
    const { socket, outbox, stream } = setUp();
    outbox.push(fixed('seen'));
    socket.read();
    outbox.detach(() => undefined);
    for (const event of [delta('1'), delta('12'), fixed('end')]) outbox.push(event);
    const back = new SlowSocket();
    expect(stream.after(1)).toEqual([]);
    outbox.attach(back, () => undefined);
    expect(back.events.map(({ seq, payload }) => [seq, payload.text])).toEqual([[2, '12'], [3, 'end']]);
  });
});

describe('EventStream', () => {
  test('gives what came after a number, and says when it is gone or was never there', () => {
    const stream = new EventStream(200);
    const frames = ['a', 'b', 'c', 'd', 'e', 'f'].map((text) => stream.stamp(new OutboundEvent('chat', { text })));
    expect(frames[5]).toBe('{"type":"event","event":"chat","payload":{"text":"f"},"seq":6}');
    expect(stream.after(6)).toEqual([]);
    expect(stream.after(4)).toEqual(frames.slice(4));
    expect(stream.after(0)).toBeUndefined();
    expect(stream.after(7)).toBeUndefined();
  });

  test('keeps the last frame, however long', () => {
    const stream = new EventStream(10);
    const frame = stream.stamp(new OutboundEvent('chat', { text: 'x'.repeat(100) }));
    expect(stream.after(0)).toEqual([frame]);
  });
});
