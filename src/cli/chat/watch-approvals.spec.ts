import { Clock } from '../../common/clock.js';
import type { ApprovalDecision, PendingApproval } from '../../tools/approval.js';
import { ApprovalDesk } from './approval-desk.js';
import { ServerAnswerError, ServerClient } from './server-client.js';
import { watchApprovals } from './watch-approvals.js';

/** Time passes at once, other work first; ends with the signal. */
class EagerClock extends Clock {
  override now(): Date {
    return new Date(0);
  }
  override sleep(_milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => setImmediate(() => (signal?.aborted ? reject(signal.reason as Error) : resolve())));
  }
}

class FakeServer extends ServerClient {
  waiting: PendingApproval[] = [];
  readonly decided: [id: string, decision: ApprovalDecision][] = [];
  looks = 0;
  failure: Error | undefined;

  constructor() {
    super('http://127.0.0.1:0', undefined);
  }
  override approvals(): Promise<PendingApproval[]> {
    this.looks += 1;
    return this.failure === undefined ? Promise.resolve(this.waiting) : Promise.reject(this.failure);
  }
  override decide(id: string, decision: ApprovalDecision): Promise<void> {
    this.decided.push([id, decision]);
    this.waiting = this.waiting.filter((approval) => approval.id !== id);
    return Promise.resolve();
  }
}

class FakeDesk extends ApprovalDesk {
  readonly asked: string[] = [];
  readonly told: string[] = [];
  constructor(private readonly decision: ApprovalDecision | undefined | 'never') {
    super();
  }
  override ask(approval: PendingApproval, signal: AbortSignal): Promise<ApprovalDecision | undefined> {
    this.asked.push(approval.id);
    if (this.decision !== 'never') return Promise.resolve(this.decision);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  }
  override tell(problem: string): void {
    this.told.push(problem);
  }
}

const approval = (id: string, sessionId = 'mine'): PendingApproval => ({
  id,
  sessionId,
  runId: 'r',
  tool: 'exec',
  command: 'ls',
  display: 'ls',
  directory: '/',
  requestedAt: '1970-01-01T00:00:00.000Z',
  expiresAt: '1970-01-01T00:02:00.000Z',
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe('watchApprovals', () => {
  let server: FakeServer;
  let over: AbortController;
  const watch = (desk: ApprovalDesk): Promise<void> => watchApprovals(server, desk, 'mine', new EagerClock(), over.signal);

  beforeEach(() => {
    server = new FakeServer();
    over = new AbortController();
  });

  test('asks about the commands of its own session and hands the decision over', async () => {
    const desk = new FakeDesk('allow-once');
    server.waiting = [approval('a'), approval('b', 'other'), approval('c')];
    const watching = watch(desk);
    await until(() => server.decided.length === 2);
    over.abort();
    await watching;
    expect(server.decided).toEqual([
      ['a', 'allow-once'],
      ['c', 'allow-once'],
    ]);
  });

  test('asks about each command once where nobody decides here', async () => {
    const desk = new FakeDesk(undefined);
    server.waiting = [approval('a')];
    const watching = watch(desk);
    await until(() => server.looks > 5);
    over.abort();
    await watching;
    expect(desk.asked).toEqual(['a']);
    expect(server.decided).toEqual([]);
  });

  test('takes the question back when the command no longer waits', async () => {
    const desk = new FakeDesk('never');
    server.waiting = [approval('a')];
    const watching = watch(desk);
    await until(() => desk.asked.length === 1);
    server.waiting = [];
    await until(() => desk.told.length === 1);
    over.abort();
    await watching;
    expect(desk.told[0]).toMatch(/elsewhere/);
  });

  test('takes the question back without a word when the turn is over', async () => {
    const desk = new FakeDesk('never');
    server.waiting = [approval('a')];
    const watching = watch(desk);
    await until(() => desk.asked.length === 1);
    over.abort();
    await watching;
    expect(desk.told).toEqual([]);
  });

  test('stops looking where it may not see approvals', async () => {
    server.failure = new ServerAnswerError(403, { error: 'Only the owner may.' });
    await watch(new FakeDesk('deny'));
    expect(server.looks).toBe(1);
  });
});
