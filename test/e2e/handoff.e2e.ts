import { answer, type ScriptedReply } from '../support/scripted-reply.js';
import { Jarvis } from '../support/jarvis.js';

/** A tool call that differs each time, so that it does not count as repetition. */
function toolCalls(count: number, from = 0): ScriptedReply[] {
  return Array.from({ length: count }, (_, index) => answer({ toolCalls: [{ name: 'exec', arguments: { cmd: `echo ${from + index}` } }] }));
}

function checkpoint(remaining: unknown, extra: Record<string, unknown> = {}): ScriptedReply {
  const contract = { response: 'In progress.', logSummary: 'Not done yet.', checkpoint: { progress: 'some', remaining, ...extra } };
  return answer({ content: JSON.stringify(contract) });
}

describe('handoff', () => {
  let jarvis: Jarvis;

  beforeAll(async () => {
    jarvis = await Jarvis.start({ maxIterations: 2, maxHandoffs: 1 });
  });
  afterAll(() => jarvis.stop());
  beforeEach(() => jarvis.provider.reset());

  it('wraps up without tools, goes on from what remains, and logs each run', async () => {
    jarvis.provider.enqueue(...toolCalls(2), checkpoint('the second half', { failedApproaches: ['by hand'], state: { file: '/tmp/x' } }));
    jarvis.provider.replyAnswer('All done.', 'Finished.');
    const { body } = await jarvis.chat('A long task', 'handoff-1');
    expect(body).toMatchObject({ response: 'All done.', status: 'ok' });
    expect(body.toolCalls).toHaveLength(2);

    const wrapUp = jarvis.provider.requests[2]?.body as { tools?: unknown[]; messages: { content: string }[] };
    expect(wrapUp.tools ?? []).toEqual([]);
    expect(wrapUp.messages.at(-1)?.content).toContain('You have reached the iteration limit');
    const resumed = jarvis.provider.requests[3]?.body.messages as { role: string; content: string }[];
    expect(resumed.at(-1)).toMatchObject({ role: 'user', content: expect.stringContaining('the second half') });
    expect(resumed.at(-1)?.content).toContain('by hand');
    expect(resumed.at(-1)?.content).toContain('/tmp/x');
    expect(JSON.stringify(resumed)).not.toContain('reached the iteration limit');

    const lines = await jarvis.readLines('logs', 'session-handoff-1.jsonl');
    expect(lines.map((line) => [line.status, line.toolCalls.length, line.iteration])).toEqual([
      ['checkpoint_reached', 2, 2],
      ['ok', 0, 1],
    ]);
    const { body: transcript } = await jarvis.request('GET', '/api/sessions/handoff-1');
    expect(transcript.metadata.handoffCount).toBe(1);
    const resumeMessage = transcript.messages.find((message: { kind?: string }) => message.kind === 'resume');
    expect(resumeMessage).toMatchObject({ role: 'user' });
  });

  it('stops for a person when the handoffs exceed the cap, and counts from zero after the next message', async () => {
    jarvis.provider.enqueue(...toolCalls(2), checkpoint('part b'), ...toolCalls(2, 10), checkpoint('part c'));
    const { status, body } = await jarvis.chat('An endless task', 'cap-1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'intervention_required', response: 'In progress.' });
    expect(jarvis.provider.requests).toHaveLength(6);
    const lines = await jarvis.readLines('logs', 'session-cap-1.jsonl');
    expect(lines.map((line) => line.status)).toEqual(['checkpoint_reached', 'intervention_required']);

    jarvis.provider.enqueue(...toolCalls(2, 20), checkpoint('part d')).replyAnswer('Done.');
    const next = await jarvis.chat('Go on', 'cap-1');
    expect(next.body).toMatchObject({ status: 'ok', response: 'Done.' });
  });

  it('stops for a person when nothing has moved between two checkpoints', async () => {
    jarvis.provider.enqueue(...toolCalls(2), checkpoint('same'), ...toolCalls(2, 10), checkpoint('same'));
    const { body } = await jarvis.chat('A stuck task', 'stuck-1');
    expect(body.status).toBe('intervention_required');
    const lines = await jarvis.readLines('logs', 'session-stuck-1.jsonl');
    expect(lines.at(-1).notes.join()).toContain('no progress');
  });

  it('ends the turn normally where the wrap-up has no checkpoint', async () => {
    jarvis.provider.enqueue(...toolCalls(2)).replyAnswer('It is done after all.');
    const { body } = await jarvis.chat('A task', 'no-checkpoint-1');
    expect(body).toMatchObject({ status: 'ok', response: 'It is done after all.' });
  });

  it('ignores a checkpoint in an answer before the limit', async () => {
    jarvis.provider.enqueue(checkpoint('more'));
    const { body } = await jarvis.chat('A short task', 'early-1');
    expect(body.status).toBe('ok');
    expect(jarvis.provider.requests).toHaveLength(1);
  });

  it('takes lists as text and empty remains as "Continue with the task."', async () => {
    jarvis.provider.enqueue(...toolCalls(2), checkpoint(['b', 'c'])).replyAnswer('Done.');
    await jarvis.chat('A task', 'list-1');
    expect((jarvis.provider.requests[3]?.body.messages as { content: string }[]).at(-1)?.content).toContain('- b\n- c');
    jarvis.provider.reset();
    jarvis.provider.enqueue(...toolCalls(2, 10), checkpoint('')).replyAnswer('Done.');
    await jarvis.chat('A task', 'list-2');
    expect((jarvis.provider.requests[3]?.body.messages as { content: string }[]).at(-1)?.content).toContain('Continue with the task.');
  });
});
