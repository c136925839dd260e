import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GatewayFixture } from '../support/gateway-fixture.js';
import { type Frame, GatewaySocket } from '../support/gateway-socket.js';

let gateway: GatewayFixture;
let owner: GatewaySocket;
let nextKey = 0;
const key = (): string => `key-${(nextKey += 1)}`;

beforeAll(async () => {
  gateway = await GatewayFixture.start({}, { tools: { exec: { security: 'full', ask: 'always' } } });
  owner = await GatewaySocket.connect(gateway.url);
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.provider.reset());

describe('cron', () => {
  const agentTurn = { kind: 'agentTurn', message: 'Water the plants' };

  test('a job runs at its time, is seen as events, and its run is listed', async () => {
    gateway.provider.replyAnswer('Watered.', 'Watered the plants.');
    const at = new Date(Date.now() + 300).toISOString();
    const job = await owner.call('cron.add', { name: 'Water', schedule: { kind: 'at', at }, payload: agentTurn });
    expect(job).toMatchObject({ enabled: true, sessionTarget: 'isolated', state: { nextRunAtMs: Date.parse(at) } });
    expect(await owner.call('cron.list')).toMatchObject({ total: 1, jobs: [{ id: job.id }] });
    const finished = await owner.event('cron', ({ action, jobId }) => action === 'finished' && jobId === job.id);
    expect(finished).toMatchObject({ status: 'ok', summary: 'Watered the plants.', sessionKey: expect.stringMatching(/^cron-/) });
    expect(owner.events('cron').map(({ payload }) => payload.action)).toEqual(['added', 'started', 'finished']);
    expect(await owner.call('cron.runs', { jobId: job.id })).toMatchObject({ total: 1, hasMore: false, nextOffset: null, entries: [{ action: 'finished', status: 'ok', jobName: 'Water' }] });
    expect(await owner.call('cron.list')).toMatchObject({ total: 0 });
    expect(await owner.call('cron.list', { includeDisabled: true })).toMatchObject({ total: 1, jobs: [{ enabled: false }] });
  });

  test('a job is run now, changed, counted and removed', async () => {
    gateway.provider.replyAnswer('Done.');
    const job = await owner.call('cron.add', { name: 'Hourly', schedule: { kind: 'every', everyMs: 3_600_000 }, payload: agentTurn, sessionTarget: 'session:plants' });
    expect(await owner.call('cron.run', { id: job.id, mode: 'due' })).toEqual({ ok: true, ran: false, reason: 'not-due' });
    expect(await owner.call('cron.run', { jobId: job.id })).toEqual({ ok: true, enqueued: true, runId: expect.any(String) });
    await owner.event('cron', ({ action, jobId, sessionKey }) => action === 'finished' && jobId === job.id && sessionKey === 'plants');
    expect(await owner.call('cron.update', { id: job.id, patch: { name: 'Daily', schedule: { kind: 'every', everyMs: 86_400_000 } } })).toMatchObject({ name: 'Daily' });
    expect(await owner.call('cron.status')).toMatchObject({ enabledJobs: 1, runningJobs: 0, nextRunAtMs: expect.any(Number) });
    expect(await owner.call('cron.remove', { id: job.id })).toEqual({ ok: true, removed: true });
    expect(await owner.call('cron.remove', { id: job.id })).toEqual({ ok: true, removed: false });
    expect(await owner.call('cron.status')).toMatchObject({ enabledJobs: 0, nextRunAtMs: null });
  });

  test.each([
    ['cron.add', { name: 'x', schedule: { kind: 'at', at: '2020-01-01T00:00:00Z' }, payload: agentTurn }, /in the past/],
    ['cron.add', { name: 'x', schedule: { kind: 'never' }, payload: agentTurn }, /invalid cron.add params/],
    ['cron.run', { id: 'nobody' }, /no job with this id/],
    ['cron.run', {}, /id \(or jobId\) is needed/],
  ])('refuses %s %j', async (method, params, message) => {
    expect(await owner.request(method, params)).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST', message: expect.stringMatching(message) } });
  });
});

describe('wake and system-event', () => {
  test('texts wait for the agent and are told with the next wake', async () => {
    await owner.call('system-event', { text: 'Node: the lamp is on', host: 'lamp' });
    await owner.call('wake', { mode: 'next-heartbeat', text: 'the mail has come' });
    expect((await owner.call('status')).queuedSystemEvents).toEqual(['Node: the lamp is on', 'the mail has come']);
    gateway.provider.replyAnswer('I am awake.');
    expect(await owner.call('wake', { mode: 'now', text: 'the bell rang' })).toEqual({ ok: true });
    await owner.event('chat', ({ sessionKey, state }) => sessionKey === 'main' && state === 'final');
    const { messages } = await owner.call('chat.history', { sessionKey: 'main' });
    expect(messages[0].content[0].text.replace(/\[.*?\]/g, '[now]')).toBe('System: [now] Node: the lamp is on\nSystem: [now] the mail has come\nSystem: [now] the bell rang');
    expect((await owner.call('status')).queuedSystemEvents).toEqual([]);
  });

  test('a blank text wakes nobody', async () => {
    expect(await owner.call('wake', { mode: 'now', text: '  ' })).toEqual({ ok: false });
    expect(gateway.provider.requests).toHaveLength(0);
  });
});

describe('approvals', () => {
  test('a call that asks is seen, decided on, and goes on', async () => {
    gateway.provider.replyToolCalls([{ name: 'exec', arguments: { cmd: 'echo allowed' } }]);
    gateway.provider.replyAnswer('Ran.');
    const { runId } = await owner.call('chat.send', { sessionKey: 'approve-1', message: 'Run it', idempotencyKey: key() });
    const asked = await owner.event('exec.approval.requested', (payload) => payload.runId === runId);
    expect(asked).toMatchObject({ tool: 'exec', command: 'echo allowed', sessionKey: 'approve-1' });
    expect((await owner.call('exec.approval.list')).pending).toEqual([asked]);
    expect(await owner.call('exec.approval.resolve', { id: asked.id, decision: 'allow-once' })).toEqual({ ok: true });
    expect(await owner.event('exec.approval.resolved', ({ id }) => id === asked.id)).toMatchObject({ decision: 'allow-once' });
    await owner.event('chat', (payload) => payload.runId === runId && payload.state === 'final');
    expect(await owner.request('exec.approval.resolve', { id: asked.id, decision: 'deny' })).toMatchObject({ ok: false, error: { code: 'APPROVAL_NOT_FOUND' } });
  });
});

describe('send and poll', () => {
  test.each([
    ['send', { to: '42', message: 'hi', channel: 'telegram' }, 'The channel "telegram" is not configured.'],
    ['poll', { to: '42', question: 'Tea?', options: ['yes', 'no'], channel: 'telegram' }, 'The channel "telegram" is not configured.'],
    ['send', { to: '42', message: 'hi' }, 'No channel is configured'],
  ])('%s without a channel that can says which is missing', async (method, params, message) => {
    const { ok, error } = await owner.request(method, { ...params, idempotencyKey: key() });
    expect(ok).toBe(false);
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining(message) });
  });
});

describe('sessions', () => {
  test('are renamed and deleted', async () => {
    gateway.provider.replyAnswer('Hello.');
    await owner.call('chat.send', { sessionKey: 'admin-1', message: 'Hi', idempotencyKey: key() });
    await owner.event('chat', ({ sessionKey, state }) => sessionKey === 'admin-1' && state === 'final');
    expect(await owner.call('sessions.patch', { key: 'admin-1', label: 'Garden' })).toMatchObject({ ok: true, key: 'admin-1', entry: { label: 'Garden' } });
    expect((await owner.call('sessions.list', { search: 'garden', activeMinutes: 5 })).sessions).toMatchObject([{ key: 'admin-1', displayName: 'Garden' }]);
    expect(await owner.call('sessions.delete', { key: 'admin-1' })).toEqual({ ok: true, key: 'admin-1', deleted: true });
    expect(await owner.call('sessions.delete', { key: 'admin-1' })).toEqual({ ok: true, key: 'admin-1', deleted: false });
    expect(await owner.request('sessions.patch', { key: 'admin-1', label: 'x' })).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST' } });
  });
});

describe('logs.tail', () => {
  const file = () => path.join(gateway.home, '.jarvis/logs/server.log');

  test('gives the end, then what was added, and says when it was begun anew', async () => {
    expect(await owner.call('logs.tail')).toEqual({ file: 'server.log', cursor: 0, size: 0, lines: [] });
    await mkdir(path.dirname(file()), { recursive: true });
    await writeFile(file(), 'one\ntwo\nthree\nhalf');
    const first = await owner.call('logs.tail', { limit: 2 });
    expect(first).toEqual({ file: 'server.log', cursor: 14, size: 18, lines: ['two', 'three'], truncated: true });
    await appendFile(file(), ' a line\nfour\n');
    const second = await owner.call('logs.tail', { cursor: first.cursor });
    expect(second).toEqual({ file: 'server.log', cursor: 31, size: 31, lines: ['half a line', 'four'] });
    await writeFile(file(), 'new\n');
    expect(await owner.call('logs.tail', { cursor: second.cursor })).toEqual({ file: 'server.log', cursor: 4, size: 4, lines: ['new'], reset: true });
    await appendFile(file(), `${'x'.repeat(100)}\nlast\n`);
    expect(await owner.call('logs.tail', { cursor: 4, maxBytes: 20 })).toMatchObject({ lines: ['last'], truncated: true, reset: true });
  });

  test('shows no secret', async () => {
    await appendFile(path.join(gateway.home, '.jarvis/.env'), 'OPENROUTER_API_KEY=sk-very-secret-value-1234\n');
    await appendFile(file(), 'the key is sk-very-secret-value-1234\n');
    const { lines } = (await owner.call('logs.tail')) as Frame;
    expect(lines.join('\n')).not.toContain('sk-very-secret');
  });
});
