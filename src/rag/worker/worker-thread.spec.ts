import { setTimeout as wait } from 'node:timers/promises';
import { InvalidInputError } from '../../common/domain-error.js';
import { FixedClock } from '../../storage/testing/fixed-clock.js';
import { WORKER_IDLE_MS } from '../limits.js';
import { WorkerFailedError } from '../rag.errors.js';
import { WorkerThread } from './worker-thread.js';

const TEXT = Buffer.from('<p>Hello, bees.');

/** With the built thread (dist/document-worker.js). */
describe('WorkerThread', () => {
  let clock: FixedClock;
  let thread: WorkerThread;
  beforeEach(() => {
    clock = new FixedClock();
    thread = new WorkerThread(clock);
  });
  afterEach(() => thread.close());

  test('is started by its first task and ended when it was idle', async () => {
    expect(thread.isRunning).toBe(false);
    expect((await thread.run({ kind: 'read', type: 'html', bytes: TEXT })).text).toBe('Hello, bees.');
    expect(thread.isRunning).toBe(true);
    clock.advance(WORKER_IDLE_MS - 1);
    await wait(0);
    expect(thread.isRunning).toBe(true);
    await thread.run({ kind: 'read', type: 'html', bytes: TEXT });
    clock.advance(WORKER_IDLE_MS - 1);
    await wait(0);
    expect(thread.isRunning).toBe(true);
    clock.advance(1);
    await wait(0);
    expect(thread.isRunning).toBe(false);
    expect((await thread.run({ kind: 'read', type: 'html', bytes: TEXT })).text).toBe('Hello, bees.');
  });

  test('what a task throws keeps its kind', async () => {
    const failed = thread.run({ kind: 'read', type: 'pdf', bytes: Buffer.from('no PDF') });
    await expect(failed).rejects.toThrow(InvalidInputError);
    await expect(failed).rejects.toThrow('PDF');
  });

  test('an abort ends the thread, also in the middle of a task, and the next task gets a new one', async () => {
    const abort = new AbortController();
    const long = thread.run({ kind: 'read', type: 'html', bytes: Buffer.from('<p>x'.repeat(2_000_000)) }, abort.signal);
    abort.abort(new Error('too long'));
    await expect(long).rejects.toThrow('too long');
    expect((await thread.run({ kind: 'read', type: 'html', bytes: TEXT })).text).toBe('Hello, bees.');
  });

  test('a file that is no thread, and a thread that is closed, are failures and end nothing else', async () => {
    await expect(new WorkerThread(clock, '/no/such/worker.js').run({ kind: 'embed', texts: ['x'] })).rejects.toThrow(WorkerFailedError);
    await thread.close();
    await expect(thread.run({ kind: 'embed', texts: ['x'] })).rejects.toThrow('stopping');
  });

  test('the built-in model gives each text its vector, and near ones to texts that mean the same', async () => {
    const vectors = await thread.run({ kind: 'embed', texts: ['How much vacation do I get?', 'Employees have thirty days of annual leave.', 'The boiler needs one bar.', ''] });
    const [question, leave, boiler] = vectors.map((vector) => [...vector]) as [number[], number[], number[]];
    const cosine = (a: number[], b: number[]): number => a.reduce((sum, value, index) => sum + value * (b[index] as number), 0) / (Math.hypot(...a) * Math.hypot(...b));
    expect(vectors.map(({ length }) => length)).toEqual([512, 512, 512, 512]);
    expect(cosine(question, leave)).toBeGreaterThan(cosine(question, boiler) + 0.2);
  });
});
