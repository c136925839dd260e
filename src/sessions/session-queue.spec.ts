import { TooManyRequestsError } from '../common/domain-error.js';
import { MAX_WAITING_TURNS } from './limits.js';
import { SessionQueue } from './session-queue.js';

/** A task that ends when it is told to. */
function task(order: string[], name: string) {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = async (): Promise<string> => {
    order.push(`${name} begins`);
    await ended;
    order.push(`${name} ends`);
    return name;
  };
  return { run, end: () => end() };
}

describe('SessionQueue', () => {
  let queue: SessionQueue;
  let order: string[];
  beforeEach(() => {
    queue = new SessionQueue();
    order = [];
  });

  it('runs the tasks of a session one after the other, in order, and of another at the same time', async () => {
    const tasks = ['a', 'b', 'c', 'other'].map((name) => task(order, name));
    const [a, b, c, other] = tasks as [(typeof tasks)[0], (typeof tasks)[0], (typeof tasks)[0], (typeof tasks)[0]];
    const results = [queue.run('s', a.run), queue.run('s', b.run), queue.run('s', c.run), queue.run('t', other.run)];
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual(['a begins', 'other begins']);
    for (const { end } of [c, b, a, other]) end();
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'other']);
    expect(order.filter((line) => !line.startsWith('other'))).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(queue.isBusy('s')).toBe(false);
  });

  it('goes on after a task that failed', async () => {
    const failed = queue.run('s', () => Promise.reject(new Error('no')));
    const next = queue.run('s', () => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  it('refuses more than its limit, says when to come back, and takes more when there is room', async () => {
    const first = task(order, 'first');
    const running = [queue.run('s', first.run)];
    for (let count = 0; count < MAX_WAITING_TURNS; count += 1) running.push(queue.run('s', () => Promise.resolve('')));
    const failure: unknown = await queue.run('s', () => Promise.resolve('')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TooManyRequestsError);
    expect((failure as TooManyRequestsError).retryAfterSeconds).toBeGreaterThan(0);
    first.end();
    await Promise.all(running);
    expect(await queue.run('s', () => Promise.resolve('room'))).toBe('room');
  });

  it('lets go of a place that is given up, and only of that', async () => {
    const first = task(order, 'first');
    const controller = new AbortController();
    const running = queue.run('s', first.run);
    const waiting = queue.run('s', task(order, 'given up').run, { signal: controller.signal });
    const next = queue.run('s', () => Promise.resolve(order.push('next')));
    const reason = new Error('aborted');
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    first.end();
    await Promise.all([running, next]);
    expect(order).toEqual(['first begins', 'first ends', 'next']);
    await expect(queue.run('s', () => Promise.resolve(), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('gives the caller the result before it does what comes after, and the next its turn only then', async () => {
    const after = task(order, 'after');
    const next = async (): Promise<void> => void order.push('next');
    await queue.run('s', () => Promise.resolve(), { after: async () => void (await after.run()) });
    order.push('answered');
    const waiting = queue.run('s', next);
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual(['after begins', 'answered']);
    after.end();
    await waiting;
    expect(order).toEqual(['after begins', 'answered', 'after ends', 'next']);
  });
});
