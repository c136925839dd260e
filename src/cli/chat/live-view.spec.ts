import { Chalk } from 'chalk';
import { RecordingTerminal } from '../testing/recording-terminal.js';
import { LiveView } from './live-view.js';

/** With colours, as most people have it. */
class ColourTerminal extends RecordingTerminal {
  override readonly style = new Chalk({ level: 1 });
}

function shown(events: readonly { stream: string; data: Record<string, unknown> }[], terminal = new RecordingTerminal(false)): string {
  const view = new LiveView(terminal);
  for (const [index, event] of events.entries()) view.show({ runId: 'r', sessionKey: 's', seq: index, ts: 0, ...event } as never);
  view.end();
  return terminal.printed.join('');
}

describe('LiveView', () => {
  it('shows tools with their output, then the text as it comes', () => {
    const text = shown([
      { stream: 'tool', data: { phase: 'start', name: 'exec', toolCallId: 'a', args: { cmd: 'ls' } } },
      { stream: 'tool', data: { phase: 'update', toolCallId: 'a', partialResult: 'one\ntwo' } },
      { stream: 'tool', data: { phase: 'result', name: 'exec', toolCallId: 'a', isError: false, result: '{"stdout":"one\\ntwo"}' } },
      { stream: 'assistant', data: { text: 'Done', delta: 'Do' } },
      { stream: 'assistant', data: { text: 'Done', delta: 'ne' } },
    ]);
    expect(text).toBe('[exec] {"cmd":"ls"}\none\ntwo\n  ok\nDone\n');
  });

  it('puts no empty line behind output that ends with a line break, with colours neither', () => {
    const text = shown(
      [
        { stream: 'tool', data: { phase: 'update', toolCallId: 'a', partialResult: 'one\ntwo\n' } },
        { stream: 'tool', data: { phase: 'result', name: 'exec', toolCallId: 'a', isError: false, result: '' } },
      ],
      new ColourTerminal(false),
    );
    expect(text.replace(/\u001b\[\d+m/g, '')).toBe('one\ntwo\n  ok\n');
  });

  it('shows the result of a tool that printed nothing or failed', () => {
    const text = shown([{ stream: 'tool', data: { phase: 'result', name: 'x', toolCallId: 'a', isError: true, result: 'broken' } }]);
    expect(text).toBe('  error  broken\n');
  });

  it('takes escape sequences away and bounds what a tool prints', () => {
    const text = shown([
      { stream: 'tool', data: { phase: 'update', toolCallId: 'a', partialResult: `\u001b[2J${'x'.repeat(10_000)}` } },
      { stream: 'assistant', data: { text: '', delta: '\u001b]0;title\u0007hi' } },
    ]);
    expect(text).not.toContain('\u001b');
    expect(text.length).toBeLessThan(5_000);
    expect(text).toContain('more output is not shown');
  });

  it('says where an answer is given anew', () => {
    const text = shown([
      { stream: 'assistant', data: { delta: 'half' } },
      { stream: 'assistant', data: { delta: 'whole', reset: true } },
    ]);
    expect(text).toBe('half\n(answered anew)\nwhole\n');
  });
});
