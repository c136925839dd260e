import { EMPTY_CONVERSATION, isWorking, unansweredText, type Conversation } from '../../ui/src/conversation/conversation.js';
import { conversationReducer, eventsOfAnswer, type ConversationEvent } from '../../ui/src/conversation/conversation-reducer.js';

const PROBLEM = { what: 'No.', advice: 'Try again.', details: '', status: 'model_error' };
const CALL = { name: 'exec', args: { command: 'ls' }, status: 'ok', result: 'x' } as const;
const start: ConversationEvent = { type: 'turn-start', turnId: 't1', text: 'Hi', startedAt: 5 };
const after = (...events: ConversationEvent[]): Conversation => events.reduce(conversationReducer, EMPTY_CONVERSATION);

describe('the conversation of the page', () => {
  it('holds a turn as working until its run ends, with its tool calls in order', () => {
    const busy = after(start, { type: 'tool-end', turnId: 't1', call: CALL }, { type: 'tool-end', turnId: 't1', call: { ...CALL, name: 'read_file' } });
    expect(isWorking(busy)).toBe(true);
    expect(busy.turns[0]?.toolCalls.map((call) => call.name)).toEqual(['exec', 'read_file']);
    const done = conversationReducer(busy, { type: 'run-end', turnId: 't1', sessionId: 'abc', response: 'Hello.', status: 'ok' });
    expect(isWorking(done)).toBe(false);
    expect(done.sessionId).toBe('abc');
    expect(done.turns[0]?.outcome).toEqual({ kind: 'answered', response: 'Hello.', status: 'ok' });
  });

  it('knows what was sent and not answered, so that it can be kept', () => {
    expect(unansweredText(after(start))).toBe('Hi');
    expect(unansweredText(after(start, { type: 'turn-failed', turnId: 't1', problem: PROBLEM }))).toBe('Hi');
    expect(unansweredText(after(start, { type: 'run-end', turnId: 't1', sessionId: 'abc', response: '', status: 'ok' }))).toBe('');
  });

  it('tries a failed turn again in its place, without what the failed run left', () => {
    const again = after(start, { type: 'tool-end', turnId: 't1', call: CALL }, { type: 'turn-failed', turnId: 't1', problem: PROBLEM }, { type: 'turn-retry', turnId: 't1', startedAt: 9 });
    expect(again.turns).toEqual([{ id: 't1', text: 'Hi', toolCalls: [], outcome: { kind: 'working', startedAt: 9, stop: 'none' } }]);
  });

  it('remembers that a turn is to stop, and that it could not be', () => {
    const asked = after(start, { type: 'turn-stop', turnId: 't1', stop: 'asked' });
    expect(asked.turns[0]?.outcome).toMatchObject({ kind: 'working', stop: 'asked' });
    const ended = conversationReducer(asked, { type: 'turn-failed', turnId: 't1', problem: PROBLEM });
    expect(conversationReducer(ended, { type: 'turn-stop', turnId: 't1', stop: 'refused' })).toEqual(ended);
  });

  it('takes no event of a turn that a new session has put away', () => {
    const anew = after(start, { type: 'session-new' });
    expect(anew).toEqual(EMPTY_CONVERSATION);
    for (const event of eventsOfAnswer('t1', { sessionId: 'old', response: 'Late.', toolCalls: [CALL], status: 'ok' })) {
      expect(conversationReducer(anew, event)).toBe(anew);
    }
  });
});
