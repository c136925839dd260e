import { Chalk } from 'chalk';
import { MAX_SHOWN_TOOL_TEXT } from '../limits.js';
import { answerText, statusNote } from './chat-text.js';
import type { ChatAnswer } from './server-client.js';

const plain = new Chalk({ level: 0 });

function answer(overrides: Partial<ChatAnswer>): ChatAnswer {
  return { sessionId: 's', response: 'Done.', logSummary: '', toolCalls: [], status: 'ok', ...overrides };
}

describe('an answer at the terminal', () => {
  test('shows the tool calls before the text', () => {
    const text = answerText(answer({ toolCalls: [{ name: 'exec', args: { cmd: 'ls' }, status: 'error', result: '{"status":"error"}' }] }), plain);
    expect(text).toBe('[exec] {"cmd":"ls"}\n  error  {"status":"error"}\n\nDone.');
  });

  test('cuts long arguments and results to one line', () => {
    const long = 'x\n'.repeat(1_000);
    const lines = answerText(answer({ toolCalls: [{ name: 'exec', args: { long }, status: 'ok', result: long }] }), plain).split('\n');
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line.length).toBeLessThan(MAX_SHOWN_TOOL_TEXT + 20);
  });

  test('takes escape sequences out of what a model or a command wrote', () => {
    const hostile = '\u001b]0;owned\u0007\u001b[2J\u001b[31mred\u009b5m\r\nnext\u0008';
    const text = answerText(
      answer({ response: hostile, toolCalls: [{ name: `a${hostile}`, args: { hostile }, status: 'ok', result: hostile }] }),
      plain,
    );
    expect(text).toContain('red');
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  test('says what a status other than ok means', () => {
    expect(statusNote(answer({}))).toBeUndefined();
    expect(statusNote(answer({ status: 'aborted' }))).toMatch(/Stopped/);
    expect(statusNote(answer({ status: 'intervention_required' }))).toMatch(/needs you/);
  });
});
