import { toWellFormedText } from '../../common/text.js';
import { modelRequest } from '../../../test/support/model-fixture.js';
import { useHostileProvider } from '../../../test/support/hostile-provider.js';
import { forever } from '../../../test/support/model-scenario.js';
import { bytes, callsDone, delta, exec, JSON_TYPE, message, open, stop, STREAM, stream, text } from '../../../test/support/provider-wire.js';
import { raw, type ScriptedReply } from '../../../test/support/scripted-reply.js';
import { collectAnswer } from '../collect-answer.js';

describe('text and reasoning, whatever a provider sends', () => {
  const scenario = useHostileProvider();

  describe('text', () => {
    const said: [string, ScriptedReply, string][] = [
      ['by the book', stream(text('Hel'), text('lo'), stop), 'Hello'],
      ['content null in the first chunk', stream(delta({ role: 'assistant', content: null }), text('Hello'), stop), 'Hello'],
      ['content absent in some chunks', stream(delta({ role: 'assistant' }), text('Hello'), delta({}), stop), 'Hello'],
      ['content as parts', stream(text([{ type: 'text', text: 'Hel' }, { type: 'output_text', text: 'lo' }, 7, null]), stop), 'Hello'],
      ['content as a list of strings', stream(text(['Hel', 'lo']), stop), 'Hello'],
      ['a refusal in place of content', stream(delta({ content: null, refusal: 'I will not.' }), stop), 'I will not.'],
      ['no finish_reason', open(text('Hello')), 'Hello'],
      ['no [DONE]', open(text('Hello'), stop), 'Hello'],
      ['usage chunk with empty choices', stream(text('Hello'), stop, { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } }), 'Hello'],
      ['usage chunk with null choices', stream(text('Hello'), stop, { choices: null, usage: { prompt_tokens: 3, completion_tokens: 2 } }), 'Hello'],
      ['usage null in each chunk', stream({ ...text('Hello'), usage: null }, { ...stop, usage: null }), 'Hello'],
      ['error null in each chunk', stream({ ...text('Hello'), error: null }, stop), 'Hello'],
      ['CRLF line ends', bytes(`data: ${JSON.stringify(text('Hello'))}\r\n\r\ndata: ${JSON.stringify(stop)}\r\n\r\ndata: [DONE]\r\n\r\n`), 'Hello'],
      ['CR line ends', bytes(`data: ${JSON.stringify(text('Hello'))}\r\rdata: [DONE]\r\r`), 'Hello'],
      ['one line end between events', bytes(`data: ${JSON.stringify(text('Hel'))}\ndata: ${JSON.stringify(text('lo'))}\ndata: [DONE]\n`), 'Hello'],
      ['comments, ids and event names', bytes(`: OPENROUTER PROCESSING\n\nid: 7\nevent: message\nretry: 10\ndata: ${JSON.stringify(text('Hello'))}\n\n: ping\n\ndata: [DONE]\n\n`), 'Hello'],
      ['a byte order mark', bytes(new Uint8Array([0xef, 0xbb, 0xbf]), `data: ${JSON.stringify(text('Hello'))}\n\ndata: [DONE]\n\n`), 'Hello'],
      ['no blank after the colon', bytes(`data:${JSON.stringify(text('Hello'))}\n\ndata:[DONE]\n\n`), 'Hello'],
      ['one event over several data lines', bytes(`data: {"choices":[{"delta":\ndata: {"content":"Hello"}}]}\n\ndata: [DONE]\n\n`), 'Hello'],
      ['a last event without its blank line', bytes(`data: ${JSON.stringify(text('Hello'))}`), 'Hello'],
      ['junk between the events', bytes(`data: not json\n\nrubbish\n\ndata: 42\n\ndata: null\n\ndata: [1]\n\ndata: ${JSON.stringify(text('Hello'))}\n\ndata: [DONE]\n\n`), 'Hello'],
      ['chunks after [DONE]', bytes(`data: ${JSON.stringify(text('Hello'))}\n\ndata: [DONE]\n\ndata: ${JSON.stringify(text(' again'))}\n\n`), 'Hello'],
      ['the whole message again at the end', stream(text('Hello'), { choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }] }), 'Hello'],
      ['one JSON object although a stream was asked for', message({ role: 'assistant', content: 'Hello' }), 'Hello'],
      ['one JSON object after white space and a byte order mark', raw({ headers: STREAM, chunks: ['\uFEFF\n  ', JSON.stringify({ choices: [{ message: { content: 'Hello' } }] })] }), 'Hello'],
      ['the older completions form', raw({ headers: JSON_TYPE, chunks: ['{"choices":[{"text":"Hello","finish_reason":"stop"}]}'] }), 'Hello'],
      ['no content type', raw({ chunks: [`data: ${JSON.stringify(text('Hello'))}\n\n`] }), 'Hello'],
      ['white space around', stream(text('\n\n '), text(' Hello')), 'Hello'],
    ];
    test.each(said)('%s', async (_name, reply, expected) => {
      const answer = await scenario.ask(reply);
      expect(answer.text).toBe(expected);
      expect(answer.toolCalls).toEqual([]);
    });

    test.each([
      ['stop', stream(text('a'), stop), 'stop'],
      ['length', stream(text('a'), delta({}, 'length')), 'length'],
      ['content_filter', stream(text('a'), delta({}, 'content_filter')), 'content_filter'],
      ['one that nobody knows', stream(text('a'), delta({}, 'constructor')), 'unknown'],
      ['none', stream(text('a')), 'unknown'],
    ])('finish reason: %s', async (_name, reply, expected) => {
      expect((await scenario.ask(reply)).finishReason).toBe(expected);
    });

    test('multi-byte characters cut between any two bytes', async () => {
      const words = 'Grüße 👩‍👩‍👧 日本 \u{1F600}';
      const body = Buffer.from(`data: ${JSON.stringify(text(words))}\n\ndata: [DONE]\n\n`);
      expect((await scenario.ask(bytes(...Array.from(body, (byte) => new Uint8Array([byte]))))).text).toBe(words);
    });

    test('a surrogate pair cut between two chunks is put together, and a lonely half is replaced', async () => {
      const cut = raw({ headers: STREAM, chunks: ['data: {"choices":[{"delta":{"content":"a\\ud83d"}}]}\n\n', 'data: {"choices":[{"delta":{"content":"\\ude00b\\ud83d"}}]}\n\n'] });
      scenario.provider.enqueue(cut);
      const pieces: string[] = [];
      for await (const piece of scenario.fixture.model.stream(modelRequest(), forever())) if (piece.type === 'text-delta') pieces.push(piece.text);
      expect(pieces.join('')).toBe('a😀b\uFFFD');
      expect(pieces.map(toWellFormedText)).toEqual(pieces);
    });

    test('log probabilities, in both forms', async () => {
      const chat = { choices: [{ index: 0, delta: { content: 'Hi' }, logprobs: { content: [{ token: 'Hi', logprob: -0.5 }, { token: '!', logprob: null }] } }] };
      const older = { choices: [{ index: 0, delta: { content: '!' }, logprobs: { token_logprobs: [-2, 'x'] } }] };
      expect((await scenario.ask(stream(chat, older, stop))).logprobs).toEqual([-0.5, -2]);
    });

    test('what the provider counted and which model answered', async () => {
      const usage = { prompt_tokens: 30, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 20 } };
      const answer = await scenario.ask(stream({ ...text('a'), model: 'other/model' }, { choices: [], usage }));
      expect(answer.usage).toEqual({ promptTokens: 30, completionTokens: 2, cachedTokens: 20 });
      expect(answer.model).toBe('other/model');
    });
  });

  describe('reasoning', () => {
    const thought: [string, ScriptedReply][] = [
      ['reasoning_content', stream(delta({ reasoning_content: 'I thi' }), delta({ reasoning_content: 'nk.' }), text('Hello'), stop)],
      ['reasoning', stream(delta({ reasoning: 'I think.' }), text('Hello'), stop)],
      ['reasoning and reasoning_details say the same', stream(delta({ reasoning: 'I think.', reasoning_details: [{ type: 'reasoning.text', text: 'I think.' }] }), text('Hello'), stop)],
      ['reasoning_details alone', stream(delta({ reasoning_details: [{ type: 'reasoning.summary', summary: 'I think.' }] }), text('Hello'), stop)],
      ['a thinking part', stream(text([{ type: 'thinking', thinking: [{ type: 'text', text: 'I think.' }] }]), text('Hello'), stop)],
      ['<think> in the text', stream(text('<think>I think.</think>\n\nHello'), stop)],
      ['<think> cut into pieces', stream(...Array.from('\n<think>I think.</think> Hello', text), stop)],
      ['<thinking>', stream(text('<thinking>I think.</thinking>Hello'), stop)],
      ['two blocks', stream(text('<think>I </think>\n<think>think.</think>Hello'), stop)],
      ['in one JSON object', message({ content: 'Hello', reasoning: 'I think.' })],
    ];
    test.each(thought)('%s', async (_name, reply) => {
      const answer = await scenario.ask(reply);
      expect([answer.reasoning, answer.text]).toEqual(['I think.', 'Hello']);
    });

    test('the tag inside an answer is the answer', async () => {
      const words = '{"response":"Write <think>x</think> so"}';
      expect(await scenario.ask(stream(text(words), stop))).toMatchObject({ text: words, reasoning: '' });
    });

    test('something that begins like the tag', async () => {
      expect((await scenario.ask(stream(text('<thi'), text('s is it>'), stop))).text).toBe('<this is it>');
      expect((await scenario.ask(stream(text('<thi'), stop))).text).toBe('<thi');
      expect(await scenario.ask(stream(text('<think>a < b, </thi'), text('s> is no end</think>Hello'), stop))).toMatchObject({ text: 'Hello', reasoning: 'a < b, </this> is no end' });
    });

    test('reasoning is sent back with its tool calls, to the same model only', async () => {
      const details = [{ type: 'reasoning.text', index: 0, text: 'I th' }, { type: 'reasoning.text', index: 0, text: 'ink.', signature: 'xyz' }];
      await scenario.ask(stream(delta({ reasoning_details: [details[0]] }), delta({ reasoning_details: [details[1]] }), exec('{}', 'call_r'), callsDone));
      const messages = [
        { role: 'user' as const, content: 'Hello' },
        { role: 'assistant' as const, content: null, tool_calls: [{ id: 'call_r', type: 'function' as const, function: { name: 'exec', arguments: '{}' } }] },
        { role: 'tool' as const, tool_call_id: 'call_r', content: 'ok' },
      ];
      scenario.provider.replyAnswer('a').replyAnswer('b');
      await collectAnswer(scenario.fixture.model.stream(modelRequest({ messages }), forever()));
      await collectAnswer(scenario.fixture.model.stream(modelRequest({ messages, model: 'another' }), forever()));
      const [, same, other] = scenario.provider.requests.map((request) => (request.body['messages'] as unknown[])[1]);
      expect(same).toEqual({ ...messages[1], reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'I think.', signature: 'xyz' }] });
      expect(other).toEqual(messages[1]);
    });
  });
});
