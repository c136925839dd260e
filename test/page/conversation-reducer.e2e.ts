import type { TurnFrame } from '../../ui/src/api/turn-frame.js';
import { EMPTY_CONVERSATION, isWorking, unansweredText, type Conversation } from '../../ui/src/conversation/conversation.js';
import { conversationReducer, type ConversationEvent } from '../../ui/src/conversation/conversation-reducer.js';

const PROBLEM = { what: 'No.', advice: 'Try again.', details: '', status: 'model_error' };
const start: ConversationEvent = { type: 'turn-start', turnId: 't1', text: 'Hi', startedAt: 5 };
const frames = (...list: TurnFrame[]): ConversationEvent => ({ type: 'turn-frames', turnId: 't1', frames: list, at: 105 });
const say = (text: string): TurnFrame => ({ type: 'text-delta', text });
const end: TurnFrame = { type: 'run-end', status: 'ok', isSearched: false, citations: [], sessionId: '' };
const toolStart = (callId: string): TurnFrame => ({ type: 'tool-start', callId, name: 'exec', args: { cmd: callId } });
const toolEnd = (callId: string): TurnFrame => ({ type: 'tool-end', callId, name: 'exec', args: { cmd: callId }, status: 'ok', result: callId });
const after = (...events: ConversationEvent[]): Conversation => events.reduce(conversationReducer, EMPTY_CONVERSATION);
const turnAfter = (...list: TurnFrame[]) => after(start, frames(...list)).turns[0];

describe('the conversation of the page', () => {
  it('knows the session from the first frame on, and works until the last', () => {
    const busy = after(start, frames({ type: 'run-start', runId: 'r', sessionId: 'abc' }));
    expect(busy.sessionId).toBe('abc');
    expect(isWorking(busy)).toBe(true);
    const done = conversationReducer(busy, frames(say('Hello.'), end));
    expect(isWorking(done)).toBe(false);
    expect(done.turns[0]).toMatchObject({ answer: 'Hello.', outcome: { kind: 'answered', status: 'ok', durationMs: 100 } });
  });

  it('drops the text at a reset', () => {
    expect(turnAfter(say('Wro'), say('ng'), { type: 'text-reset' }, say('Right'))?.answer).toBe('Right');
  });

  it('keeps what happened in its order: thoughts, calls, notices, checkpoints', () => {
    const steps = turnAfter(
      { type: 'reasoning-delta', text: 'Look' },
      { type: 'reasoning-delta', text: ' first.' },
      toolStart('a'),
      toolEnd('a'),
      { type: 'reasoning-delta', text: 'Now.' },
      { type: 'notice', text: 'N' },
      { type: 'checkpoint', progress: 'p', remaining: 'r' },
    )?.steps;
    expect(steps?.map((step) => step.kind)).toEqual(['reasoning', 'tool', 'reasoning', 'notice', 'checkpoint']);
    expect(steps?.[0]).toMatchObject({ text: 'Look first.' });
  });

  it('gives output and result to the running call of that id, also where ids come twice', () => {
    const steps = turnAfter(toolStart('a'), toolEnd('a'), toolStart('a'), { type: 'tool-output', callId: 'a', text: 'one\n' }, { type: 'tool-output', callId: 'a', text: 'two' })?.steps;
    expect(steps).toMatchObject([{ status: 'ok', result: 'a', output: '' }, { status: 'running', startedAt: 105, output: 'one\ntwo' }]);
    expect(turnAfter(toolEnd('never started'), { type: 'tool-output', callId: 'unknown', text: 'x' })?.steps).toMatchObject([{ status: 'ok', output: '' }]);
  });

  it('says what a search found, and keeps the sources that are read later', () => {
    expect(turnAfter({ type: 'search-start' })?.steps).toEqual([{ kind: 'search', count: undefined }]);
    const searched = after(start, frames({ type: 'search-start' }, { type: 'search-results', count: 3 }, { type: 'text-reset' }, say('Found.'), end));
    expect(searched.turns[0]).toMatchObject({ answer: 'Found.', steps: [{ kind: 'search', count: 3 }], sources: [] });
    const sources = [{ title: 'T', url: 'https://t.example/', host: 't.example' }];
    expect(conversationReducer(searched, { type: 'turn-sources', turnId: 't1', sources }).turns[0]?.sources).toBe(sources);
  });

  it('goes on in the session that the end of a turn names, and begins there with this turn', () => {
    const begun = after(start, frames(end), { type: 'turn-start', turnId: 't2', text: '/new', startedAt: 9 });
    const followed = conversationReducer(begun, { type: 'session-follow', turnId: 't2', sessionId: 'next' });
    expect(followed.sessionId).toBe('next');
    expect(followed.turns.map((turn) => turn.text)).toEqual(['/new']);
  });

  it('keeps the end of an endless output', () => {
    const [step] = turnAfter(toolStart('a'), { type: 'tool-output', callId: 'a', text: `${'x'.repeat(9_000)}😀${'y'.repeat(3_999)}` })?.steps ?? [];
    expect(step?.kind === 'tool' && step.output).toBe('y'.repeat(3_999));
  });

  it('adds up the tokens of all requests', () => {
    const usage: TurnFrame = { type: 'usage', promptTokens: 100, completionTokens: 7 };
    expect(turnAfter(usage, usage)?.usage).toEqual({ promptTokens: 200, completionTokens: 14 });
  });

  it('knows what was sent and not answered, so that it can be kept', () => {
    expect(unansweredText(after(start))).toBe('Hi');
    expect(unansweredText(after(start, { type: 'turn-failed', turnId: 't1', problem: PROBLEM }))).toBe('Hi');
    expect(unansweredText(after(start, frames(end)))).toBe('');
  });

  it('tries a failed turn again in its place, without what the failed run left', () => {
    const failed = after(start, frames(toolStart('a'), toolEnd('a'), say('Half'), { type: 'run-failed', message: 'No.', code: 'model_error', status: 'model_error' }));
    expect(failed.turns[0]).toMatchObject({ answer: '', outcome: { kind: 'failed', problem: { what: 'No.', status: 'model_error' } } });
    const again = conversationReducer(failed, { type: 'turn-retry', turnId: 't1', startedAt: 9 });
    expect(again.turns).toEqual([
      { id: 't1', text: 'Hi', startedAt: 9, steps: [], answer: '', sources: [], citations: [], usage: undefined, outcome: { kind: 'working', stop: 'none', isConnected: true } },
    ]);
  });

  it('remembers that a turn is to stop, or is out of reach, while it works and no longer', () => {
    const asked = after(start, { type: 'turn-stop', turnId: 't1', stop: 'asked' }, { type: 'turn-connection', turnId: 't1', isConnected: false });
    expect(asked.turns[0]?.outcome).toEqual({ kind: 'working', stop: 'asked', isConnected: false });
    const ended = conversationReducer(asked, frames(end));
    expect(conversationReducer(ended, { type: 'turn-stop', turnId: 't1', stop: 'refused' })).toEqual(ended);
  });

  it('takes no event of a turn that another session has put away', () => {
    const anew = after(start, { type: 'session-new' });
    expect(anew).toEqual(EMPTY_CONVERSATION);
    expect(conversationReducer(anew, frames({ type: 'run-start', runId: 'r', sessionId: 'old' }, say('Late.'), end))).toBe(anew);
    expect(conversationReducer(after(start), { type: 'session-open', sessionId: 'b', turns: [] })).toEqual({ sessionId: 'b', turns: [], isReturning: false });
  });
});
