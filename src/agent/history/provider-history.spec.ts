import fc from 'fast-check';
import type { ModelMessage } from '../../model/model-message.js';
import { INTERRUPTED_RESULT, ProviderHistory } from './provider-history.js';

function prepare(stored: readonly ModelMessage[]): readonly ModelMessage[] {
  const history = new ProviderHistory();
  history.add(stored);
  return history.messages;
}

function call(id: string, name = 'exec', args = '{}'): { id: string; type: 'function'; function: { name: string; arguments: string } } {
  return { id, type: 'function', function: { name, arguments: args } };
}

/** The invariants that every provider relies on. */
function expectFit(messages: readonly ModelMessage[]): void {
  const ids = new Set<string>();
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index] as ModelMessage;
    expect(JSON.stringify(message)).not.toMatch(/\\u0000|\\ud[89a-f]/i);
    if (message.role === 'tool') {
      let at = index - 1;
      while (messages[at]?.role === 'tool') at -= 1;
      const owner = messages[at];
      expect(owner?.role === 'assistant' && owner.tool_calls?.some((one) => one.id === message.tool_call_id)).toBe(true);
    }
    if (message.role !== 'assistant' || message.tool_calls === undefined) {
      expect((message.content ?? '').trim()).not.toBe('');
      continue;
    }
    const results = messages.slice(index + 1, index + 1 + message.tool_calls.length);
    expect(results.map((result) => (result.role === 'tool' ? result.tool_call_id : ''))).toEqual(message.tool_calls.map((one) => one.id));
    for (const one of message.tool_calls) {
      expect(ids.has(one.id)).toBe(false);
      ids.add(one.id);
      const args: unknown = JSON.parse(one.function.arguments);
      expect(typeof args === 'object' && args !== null && !Array.isArray(args)).toBe(true);
    }
  }
}

describe('ProviderHistory', () => {
  it('answers a call that was cut with an "interrupted" result', () => {
    const out = prepare([{ role: 'user', content: 'go' }, { role: 'assistant', content: null, tool_calls: [call('a')] }]);
    expect(out.at(-1)).toEqual({ role: 'tool', tool_call_id: 'a', content: INTERRUPTED_RESULT });
  });

  it('drops results without a call, second results and blank messages', () => {
    const out = prepare([
      { role: 'tool', tool_call_id: 'ghost', content: 'x' },
      { role: 'user', content: 'go' },
      { role: 'assistant', content: '   ' },
      { role: 'assistant', content: null, tool_calls: [call('a')] },
      { role: 'tool', tool_call_id: 'a', content: '' },
      { role: 'tool', tool_call_id: 'a', content: 'again' },
      { role: 'assistant', content: 'done' },
    ]);
    expect(out.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(out[2]?.content).toBe('(no output)');
  });

  it('makes equal ids unique and keeps each result with its call', () => {
    const out = prepare([
      { role: 'assistant', content: null, tool_calls: [call('a')] },
      { role: 'tool', tool_call_id: 'a', content: 'first' },
      { role: 'assistant', content: null, tool_calls: [call('a'), call('a')] },
      { role: 'tool', tool_call_id: 'a', content: 'second' },
      { role: 'tool', tool_call_id: 'a', content: 'third' },
    ]);
    expectFit(out);
    expect(out.filter((message) => message.role === 'tool').map((message) => message.content)).toEqual(['first', 'second', 'third']);
  });

  it('sends malformed arguments as an empty object and unfit names in a form that providers take', () => {
    const out = prepare([{ role: 'assistant', content: null, tool_calls: [call('a', 'no such tool!', '{"x":')] }]);
    const message = out[0];
    expect(message?.role === 'assistant' && message.tool_calls?.[0]?.function).toEqual({ name: 'no_such_tool_', arguments: '{}' });
  });

  it('keeps what was fetched for a turn with its user message', () => {
    const history = new ProviderHistory();
    history.add([{ role: 'user', content: 'hi' }], () => ({ context: '<memory>x</memory>' }));
    expect(history.messages).toEqual([{ role: 'user', content: 'hi\n\n<memory>x</memory>' }]);
  });

  it('holds its invariants for any history, and is a prefix of itself when it is continued after a whole step', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('', ' ', 'a\u0000b', '\ud800', 'x\udc00y', '😀'));
    const id = fc.constantFrom('a', 'b', '', 'call_1');
    const args = fc.oneof(fc.constantFrom('', '{}', '[1]', 'null', '{"a":', '{"a":"\\ud800"}', '{"k\\u0000":1}'), fc.json());
    const message: fc.Arbitrary<ModelMessage> = fc.oneof(
      fc.record({ role: fc.constant('user' as const), content: text }),
      fc.record({ role: fc.constant('tool' as const), tool_call_id: id, content: text }),
      fc.record({ role: fc.constant('assistant' as const), content: text }),
      fc.record({
        role: fc.constant('assistant' as const),
        content: fc.option(text),
        tool_calls: fc.array(fc.record({ id, type: fc.constant('function' as const), function: fc.record({ name: text, arguments: args }) }), { maxLength: 4 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 20 }), fc.nat(20), (stored, cut) => {
        const whole = prepare(stored);
        expectFit(whole);
        const at = Math.min(cut, stored.length);
        if (stored[at] !== undefined && stored[at].role !== 'assistant') return;
        const continued = new ProviderHistory();
        continued.add(stored.slice(0, at));
        const before = JSON.stringify(continued.messages).slice(0, -1);
        continued.add(stored.slice(at));
        expect(continued.messages).toEqual(whole);
        expect(JSON.stringify(continued.messages).startsWith(before)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
