import { ModelFixture, modelRequest } from '../../../test/support/model-fixture.js';
import { ScriptedProvider } from '../../../test/support/scripted-provider.js';
import { eventStream, raw, type RawReply, type ScriptedReply } from '../../../test/support/scripted-reply.js';
import { toWellFormedText } from '../../common/text.js';
import { collectAnswer, type CollectedAnswer } from '../collect-answer.js';
import { ModelError } from '../model-error.js';

const STREAM = { 'content-type': 'text/event-stream' };
const JSON_TYPE = { 'content-type': 'application/json' };

const delta = (piece: unknown, finish_reason: string | null = null, more: object = {}): object => ({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: piece, finish_reason }], ...more });
const text = (content: unknown): object => delta({ content });
const call = (fragment: unknown): object => delta({ tool_calls: [fragment] });
const stop = delta({}, 'stop');
const callsDone = delta({}, 'tool_calls');
const exec = (args: unknown, id = 'call_a', index = 0): object => call({ index, id, type: 'function', function: { name: 'exec', arguments: args } });
const message = (body: unknown, more: object = {}): RawReply => raw({ headers: JSON_TYPE, chunks: [JSON.stringify({ object: 'chat.completion', model: 'm', choices: [{ index: 0, message: body, finish_reason: 'stop', ...more }] })] });
const stream = (...chunks: unknown[]): RawReply => eventStream(chunks);
const open = (...chunks: unknown[]): RawReply => raw({ headers: STREAM, chunks: chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`) });
const bytes = (...chunks: (string | Uint8Array)[]): RawReply => raw({ headers: STREAM, chunks });

describe('whatever a provider sends', () => {
  let provider: ScriptedProvider;
  let fixture: ModelFixture;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    fixture = new ModelFixture({ baseUrl: provider.baseUrl });
  });
  afterAll(async () => {
    await provider.close();
    fixture.remove();
  });
  afterEach(() => provider.reset());

  async function ask(reply: ScriptedReply): Promise<CollectedAnswer> {
    provider.enqueue(reply);
    const answer = await collectAnswer(fixture.model.stream(modelRequest({ logprobs: true }), new AbortController().signal));
    expect(JSON.stringify(answer)).not.toContain('undefined');
    return answer;
  }
  async function failure(reply: ScriptedReply): Promise<ModelError> {
    const error: unknown = await ask(reply).then((answer) => answer, (reason: unknown) => reason);
    if (!(error instanceof ModelError)) throw new Error(`expected a ModelError, got ${JSON.stringify(error)} ${String(error)}`);
    expect(error.message).not.toMatch(/undefined|null|\[object/);
    return error;
  }
  const calls = (answer: CollectedAnswer): unknown[] => answer.toolCalls.map((made) => [made.name, made.arguments, made.problem?.kind ?? 'fine']);

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
      const answer = await ask(reply);
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
      expect((await ask(reply)).finishReason).toBe(expected);
    });

    test('multi-byte characters cut between any two bytes', async () => {
      const words = 'Grüße 👩‍👩‍👧 日本 \u{1F600}';
      const body = Buffer.from(`data: ${JSON.stringify(text(words))}\n\ndata: [DONE]\n\n`);
      expect((await ask(bytes(...Array.from(body, (byte) => new Uint8Array([byte]))))).text).toBe(words);
    });

    test('a surrogate pair cut between two chunks is put together, and a lonely half is replaced', async () => {
      const cut = raw({ headers: STREAM, chunks: ['data: {"choices":[{"delta":{"content":"a\\ud83d"}}]}\n\n', 'data: {"choices":[{"delta":{"content":"\\ude00b\\ud83d"}}]}\n\n'] });
      provider.enqueue(cut);
      const pieces: string[] = [];
      for await (const piece of fixture.model.stream(modelRequest(), new AbortController().signal)) if (piece.type === 'text-delta') pieces.push(piece.text);
      expect(pieces.join('')).toBe('a😀b\uFFFD');
      expect(pieces.map(toWellFormedText)).toEqual(pieces);
    });

    test('log probabilities, in both forms', async () => {
      const chat = { choices: [{ index: 0, delta: { content: 'Hi' }, logprobs: { content: [{ token: 'Hi', logprob: -0.5 }, { token: '!', logprob: null }] } }] };
      const older = { choices: [{ index: 0, delta: { content: '!' }, logprobs: { token_logprobs: [-2, 'x'] } }] };
      expect((await ask(stream(chat, older, stop))).logprobs).toEqual([-0.5, -2]);
    });

    test('what the provider counted and which model answered', async () => {
      const usage = { prompt_tokens: 30, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 20 } };
      const answer = await ask(stream({ ...text('a'), model: 'other/model' }, { choices: [], usage }));
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
      const answer = await ask(reply);
      expect([answer.reasoning, answer.text]).toEqual(['I think.', 'Hello']);
    });

    test('the tag inside an answer is the answer', async () => {
      const words = '{"response":"Write <think>x</think> so"}';
      expect(await ask(stream(text(words), stop))).toMatchObject({ text: words, reasoning: '' });
    });

    test('something that begins like the tag', async () => {
      expect((await ask(stream(text('<thi'), text('s is it>'), stop))).text).toBe('<this is it>');
      expect((await ask(stream(text('<thi'), stop))).text).toBe('<thi');
      expect(await ask(stream(text('<think>a < b, </thi'), text('s> is no end</think>Hello'), stop))).toMatchObject({ text: 'Hello', reasoning: 'a < b, </this> is no end' });
    });

    test('reasoning is sent back with its tool calls, to the same model only', async () => {
      const details = [{ type: 'reasoning.text', index: 0, text: 'I th' }, { type: 'reasoning.text', index: 0, text: 'ink.', signature: 'xyz' }];
      await ask(stream(delta({ reasoning_details: [details[0]] }), delta({ reasoning_details: [details[1]] }), exec('{}', 'call_r'), callsDone));
      const messages = [
        { role: 'user' as const, content: 'Hello' },
        { role: 'assistant' as const, content: null, tool_calls: [{ id: 'call_r', type: 'function' as const, function: { name: 'exec', arguments: '{}' } }] },
        { role: 'tool' as const, tool_call_id: 'call_r', content: 'ok' },
      ];
      provider.replyAnswer('a').replyAnswer('b');
      await collectAnswer(fixture.model.stream(modelRequest({ messages }), new AbortController().signal));
      await collectAnswer(fixture.model.stream(modelRequest({ messages, model: 'another' }), new AbortController().signal));
      const [, same, other] = provider.requests.map((request) => (request.body['messages'] as unknown[])[1]);
      expect(same).toEqual({ ...messages[1], reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'I think.', signature: 'xyz' }] });
      expect(other).toEqual(messages[1]);
    });
  });

  describe('tool calls', () => {
    const made: [string, ScriptedReply, unknown[]][] = [
      ['by the book', stream(exec('{"cmd'), call({ index: 0, function: { arguments: '":"ls"}' } }), callsDone), [['exec', '{"cmd":"ls"}', 'fine']]],
      ['content beside them', stream(text('I look.'), exec('{"cmd":"ls"}'), callsDone), [['exec', '{"cmd":"ls"}', 'fine']]],
      ['finish_reason stop', stream(exec('{"cmd":"ls"}'), stop), [['exec', '{"cmd":"ls"}', 'fine']]],
      ['an unknown tool', stream(call({ index: 0, id: 'a', function: { name: 'toString', arguments: '{}' } }), callsDone), [['toString', '{}', 'fine']]],
      ['arguments empty', stream(exec(''), callsDone), [['exec', '{}', 'fine']]],
      ['arguments absent', stream(call({ index: 0, id: 'a', function: { name: 'exec' } }), callsDone), [['exec', '{}', 'fine']]],
      ['arguments null', stream(exec(null), callsDone), [['exec', '{}', 'fine']]],
      ['arguments an object', stream(exec({ cmd: 'ls' }), callsDone), [['exec', '{"cmd":"ls"}', 'fine']]],
      ['arguments malformed', stream(exec('{"cmd": ls}'), callsDone), [['exec', '{"cmd": ls}', 'malformed']]],
      ['arguments a list', stream(exec('["ls"]'), callsDone), [['exec', '["ls"]', 'malformed']]],
      ['arguments a text in a text', stream(exec('"{\\"cmd\\":\\"ls\\"}"'), callsDone), [['exec', '"{\\"cmd\\":\\"ls\\"}"', 'malformed']]],
      ['cut by the output limit', stream(exec('{"cmd":"rm -rf /tmp/x'), delta({}, 'length')), [['exec', '{"cmd":"rm -rf /tmp/x', 'cut']]],
      ['cut before the arguments', stream(exec(''), delta({}, 'length')), [['exec', '', 'cut']]],
      ['whole before the output limit', stream(exec('{"cmd":"ls"}'), delta({}, 'length')), [['exec', '{"cmd":"ls"}', 'fine']]],
      ['the stream breaks off', open(exec('{"cmd":"l')), [['exec', '{"cmd":"l', 'cut']]],
      ['the stream breaks off before the arguments', open(exec('')), [['exec', '', 'cut']]],
      ['no finish_reason but whole', open(exec('{"cmd":"ls"}')), [['exec', '{"cmd":"ls"}', 'fine']]],
      ['the older function_call', stream(delta({ function_call: { name: 'exec', arguments: '{"cmd":' } }), delta({ function_call: { arguments: '"ls"}' } }), delta({}, 'function_call')), [['exec', '{"cmd":"ls"}', 'fine']]],
      ['name and arguments beside the id', stream(call({ id: 'a', name: 'exec', arguments: { cmd: 'ls' } }), callsDone), [['exec', '{"cmd":"ls"}', 'fine']]],
      ['one call as an object instead of a list', stream(delta({ tool_calls: { id: 'a', function: { name: 'exec', arguments: '{}' } } }), callsDone), [['exec', '{}', 'fine']]],
      ['in one JSON object', message({ content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'exec', arguments: '{"cmd":"ls"}' } }] }), [['exec', '{"cmd":"ls"}', 'fine']]],
      ['a name with characters that no provider takes back', stream(call({ index: 0, id: 'a', function: { name: 'functions.exec {x', arguments: '{}' } }), callsDone), [['functions_exec__x', '{}', 'fine']]],
      ['no name', stream(call({ index: 0, id: 'a', function: { arguments: '{"cmd":"ls"}' } }), callsDone), [['unnamed_tool', '{"cmd":"ls"}', 'malformed']]],
      ['junk in the list', stream(delta({ tool_calls: [null, 7, 'x', {}] }), exec('{}'), callsDone), [['exec', '{}', 'fine']]],
    ];
    test.each(made)('%s', async (_name, reply, expected) => {
      expect(calls(await ask(reply))).toEqual(expected);
    });

    const several: [string, ScriptedReply][] = [
      ['by the book', stream(exec('{"cmd":"a"}', 'x', 0), exec('{"cmd":"b"}', 'y', 1), callsDone)],
      ['interleaved', stream(exec('{"cmd"', 'x', 0), exec('{"cm', 'y', 1), call({ index: 0, function: { arguments: ':"a"}' } }), call({ index: 1, function: { arguments: 'd":"b"}' } }), callsDone)],
      ['equal index, own ids', stream(exec('{"cmd":"a"}', 'x'), exec('{"cmd":"b"}', 'y'), callsDone)],
      ['equal index, own ids, in fragments', stream(exec('{"cmd":', 'x'), call({ index: 0, function: { arguments: '"a"}' } }), exec('', 'y'), call({ index: 0, function: { arguments: '{"cmd":"b"}' } }), callsDone)],
      ['no index, own ids', stream(call({ id: 'x', function: { name: 'exec', arguments: '{"cmd":"a"}' } }), call({ id: 'y', function: { name: 'exec', arguments: '{"cmd":"b"}' } }), callsDone)],
      ['no index, own ids, fragments by id', stream(delta({ tool_calls: [{ id: 'x', function: { name: 'exec', arguments: '{"cmd":' } }, { id: 'y', function: { name: 'exec', arguments: '{"cmd":' } }] }), call({ id: 'x', function: { arguments: '"a"}' } }), call({ id: 'y', function: { arguments: '"b"}' } }), callsDone)],
      ['no index, no ids, in one chunk', stream(delta({ tool_calls: [{ function: { name: 'exec', arguments: '{"cmd":"a"}' } }, { function: { name: 'exec', arguments: '{"cmd":"b"}' } }] }), callsDone)],
      ['no index, no ids, whole, chunk by chunk', stream(call({ function: { name: 'exec', arguments: '{"cmd":"a"}' } }), call({ function: { name: 'exec', arguments: '{"cmd":"b"}' } }), callsDone)],
      ['no index, no ids, in fragments', stream(call({ function: { name: 'exec', arguments: '{"cmd":' } }), call({ function: { arguments: '"a"}' } }), call({ function: { name: 'exec', arguments: '{"cmd":"b"' } }), call({ function: { arguments: '}' } }), callsDone)],
      ['own index, equal ids', stream(exec('{"cmd":"a"}', 'x', 0), exec('{"cmd":"b"}', 'x', 1), callsDone)],
      ['own index, no ids', stream(call({ index: 0, function: { name: 'exec', arguments: '{"cmd":"a"}' } }), call({ index: 1, function: { name: 'exec', arguments: '{"cmd":"b"}' } }), callsDone)],
      ['equal index, equal ids, each whole', stream(exec('{"cmd":"a"}', 'x'), exec('{"cmd":"b"}', 'x'), callsDone)],
      ['id and name repeated with each fragment', stream(exec('{"cmd":', 'x', 0), exec('"a"}', 'x', 0), exec('{"cmd":', 'y', 1), exec('"b"}', 'y', 1), callsDone)],
      ['each sent again whole at the end', stream(exec('{"cmd":"a"}', 'x', 0), exec('{"cmd":"b"}', 'y', 1), exec('{"cmd":"a"}', 'x', 0), exec('{"cmd":"b"}', 'y', 1), callsDone)],
      ['an empty object first', stream(exec('{}', 'x', 0), call({ index: 0, function: { arguments: '{"cmd":"a"}' } }), exec('{}', 'y', 1), exec('{"cmd":"b"}', 'y', 1), callsDone)],
      ['ids that are numbers or blank', stream(call({ index: 0, id: 7, function: { name: 'exec', arguments: '{"cmd":"a"}' } }), call({ index: 1, id: '  ', function: { name: 'exec', arguments: '{"cmd":"b"}' } }), callsDone)],
      ['in one JSON object with equal ids', message({ content: '', tool_calls: [{ id: 'x', index: 0, function: { name: 'exec', arguments: { cmd: 'a' } } }, { id: 'x', index: 0, function: { name: 'exec', arguments: { cmd: 'b' } } }] })],
    ];
    test.each(several)('two calls: %s', async (_name, reply) => {
      const answer = await ask(reply);
      expect(calls(answer)).toEqual([['exec', '{"cmd":"a"}', 'fine'], ['exec', '{"cmd":"b"}', 'fine']]);
      const ids = answer.toolCalls.map((one) => one.id);
      expect(new Set(ids).size).toBe(2);
      expect(ids.every((id) => /^[\x21-\x7e]+$/.test(id))).toBe(true);
    });

    test('two calls of different tools without ids at one index', async () => {
      const answer = await ask(stream(call({ index: 0, function: { name: 'exec' } }), call({ index: 0, function: { name: 'list_dir' } }), callsDone));
      expect(calls(answer)).toEqual([['exec', '{}', 'fine'], ['list_dir', '{}', 'fine']]);
    });

    test('an id that the conversation already has is replaced', async () => {
      provider.enqueue(stream(exec('{}', 'call_0'), callsDone));
      const messages = [
        { role: 'user' as const, content: 'Hello' },
        { role: 'assistant' as const, content: null, tool_calls: [{ id: 'call_0', type: 'function' as const, function: { name: 'exec', arguments: '{}' } }] },
        { role: 'tool' as const, tool_call_id: 'call_0', content: 'ok' },
      ];
      const answer = await collectAnswer(fixture.model.stream(modelRequest({ messages }), new AbortController().signal));
      expect(answer.toolCalls[0]?.id).not.toBe('call_0');
    });

    test('a tool with a dot in its name keeps it where it was offered', async () => {
      provider.enqueue(stream(call({ index: 0, id: 'a', function: { name: 'my.tool', arguments: '{}' } }), callsDone));
      const tools = [{ type: 'function' as const, function: { name: 'my.tool', description: '', parameters: {} } }];
      expect((await collectAnswer(fixture.model.stream(modelRequest({ tools }), new AbortController().signal))).toolCalls[0]?.name).toBe('my.tool');
    });

    test('the model is told what is wrong with its arguments and where', async () => {
      const [bad] = (await ask(stream(exec('{"cmd": ls}'), callsDone))).toolCalls;
      expect(bad?.problem?.detail).toMatch(/not valid JSON.*ls}/);
      const [cutCall] = (await ask(stream(exec('{"cmd":"abc'), delta({}, 'length')))).toolCalls;
      expect(cutCall?.problem?.detail).toMatch(/after 11 characters.*output limit/);
    });
  });

  describe('no answer', () => {
    const blank: [string, ScriptedReply, RegExp][] = [
      ['an empty body', raw({ headers: STREAM, chunks: [] }), /empty/],
      ['white space', raw({ headers: STREAM, chunks: ['\n\n'] }), /empty/],
      ['HTTP 204', raw({ status: 204 }), /empty/],
      ['[DONE] alone', stream(), /no chat completion/],
      ['a stop without a word', stream(delta({ role: 'assistant', content: '' }), stop), /said nothing/],
      ['white space as text', stream(text('  \n'), stop), /said nothing/],
      ['content null', message({ role: 'assistant', content: null }), /said nothing/],
      ['reasoning alone', stream(delta({ reasoning_content: 'hm' }), stop), /thought and then said nothing/],
      ['<think> that never ends', stream(text('<think>hm'), stop), /thought and then said nothing/],
      ['the output limit before a word', stream(delta({ reasoning: 'hm' }), delta({}, 'length')), /output limit/],
      ['the content filter', stream(delta({}, 'content_filter')), /content filter/],
      ['a web page', raw({ headers: { 'content-type': 'text/html' }, chunks: ['<!DOCTYPE html><html><body>Log in</body></html>'] }), /web page.*baseUrl/],
      ['choices empty', raw({ headers: JSON_TYPE, chunks: ['{"choices":[]}'] }), /no chat completion/],
      ['choices null', raw({ headers: JSON_TYPE, chunks: ['{"choices":null}'] }), /no chat completion/],
      ['a JSON object cut short', raw({ headers: JSON_TYPE, chunks: ['{"choices":[{"message":{"content":"Hel'] }), /no chat completion/],
      ['null', raw({ headers: JSON_TYPE, chunks: ['null'] }), /no chat completion/],
      ['plain text', raw({ headers: { 'content-type': 'text/plain' }, chunks: ['It works!'] }), /no chat completion/],
      ['junk events alone', bytes('data: junk\n\ndata: {"a":1}\n\n'), /no chat completion/],
      ['binary', bytes(new Uint8Array([0, 255, 254, 13, 10, 13, 10])), /no chat completion/],
    ];
    test.each(blank)('%s is malformed_answer', async (_name, reply, words) => {
      const error = await failure(reply);
      expect(error.kind).toBe('malformed_answer');
      expect(error.message).toMatch(words);
    });

    const errors: [string, ScriptedReply, string, RegExp][] = [
      ['200 with an error object', raw({ headers: JSON_TYPE, chunks: ['{"error":{"message":"No credit","code":402}}'] }), 'rejected', /HTTP 402.*No credit/],
      ['200 with an error text', raw({ headers: JSON_TYPE, chunks: ['{"error":"model not loaded"}'] }), 'unavailable', /model not loaded/],
      ['200 with a rate limit', raw({ headers: JSON_TYPE, chunks: ['{"error":{"message":"Slow down","code":429}}'] }), 'rate_limit', /Slow down/],
      ['200 with vLLM\'s error', raw({ headers: JSON_TYPE, chunks: ['{"object":"error","message":"bad","type":"BadRequestError","code":400}'] }), 'rejected', /bad/],
      ['200 with FastAPI\'s detail', raw({ headers: JSON_TYPE, chunks: ['{"detail":"Not authenticated","status_code":401}'] }), 'authentication', /Not authenticated/],
      ['an error in the stream', stream(text('Hel'), { error: { code: 502, message: 'Provider disconnected' }, choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }] }), 'unavailable', /Provider disconnected/],
      ['an error as a named event', bytes('event: error\ndata: {"error":{"message":"overloaded","type":"overloaded_error"}}\n\n'), 'unavailable', /overloaded/],
      ['an error field of the stream', bytes('error: {"code":500,"message":"slot failed","type":"server_error"}\n\n'), 'unavailable', /slot failed/],
      ['an error on the choice', stream({ choices: [{ index: 0, delta: {}, error: { code: 429, message: 'Too many' } }] }), 'rate_limit', /Too many/],
      ['finish_reason error', stream(text('Hel'), delta({}, 'error')), 'unavailable', /failed while it answered/],
      ['a context overflow in the stream', bytes('data: {"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error"}}\n\n'), 'overflow', /context size/],
      ['a connection cut in the midst of the text', raw({ headers: STREAM, chunks: [`data: ${JSON.stringify(text('Hel'))}\n\n`], cut: true }), 'connection', /cut before the answer was whole/],
    ];
    test.each(errors)('%s', async (_name, reply, kind, words) => {
      const error = await failure(reply);
      expect(error.kind).toBe(kind);
      expect(error.message).toMatch(words);
    });

    test('a connection that breaks after the end of the answer has cost nothing', async () => {
      expect(await ask(raw({ headers: STREAM, chunks: [`data: ${JSON.stringify(text('Hello'))}\n\n`, `data: ${JSON.stringify(stop)}\n\n`], cut: true }))).toMatchObject({ text: 'Hello', finishReason: 'stop' });
    });

    test('the words of an overflow inside a chat do nothing', async () => {
      const words = 'prompt is too long; context_length_exceeded; maximum context length';
      expect((await ask(stream(text(words), stop))).text).toBe(words);
      const quoted = await failure({ type: 'raw', status: 400, headers: JSON_TYPE, chunks: [JSON.stringify({ error: { message: `Invalid content: "${words}"` } })] });
      expect(quoted.kind).toBe('rejected');
    });
  });
});
