import { useHostileProvider } from '../../../test/support/hostile-provider.js';
import { bytes, delta, JSON_TYPE, message, stop, STREAM, stream, text } from '../../../test/support/provider-wire.js';
import { raw, type ScriptedReply } from '../../../test/support/scripted-reply.js';

describe('no answer, whatever a provider sends', () => {
  const scenario = useHostileProvider();

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
    const error = await scenario.failure(reply);
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
    const error = await scenario.failure(reply);
    expect(error.kind).toBe(kind);
    expect(error.message).toMatch(words);
  });

  test('a connection that breaks after the end of the answer has cost nothing', async () => {
    expect(await scenario.ask(raw({ headers: STREAM, chunks: [`data: ${JSON.stringify(text('Hello'))}\n\n`, `data: ${JSON.stringify(stop)}\n\n`], cut: true }))).toMatchObject({ text: 'Hello', finishReason: 'stop' });
  });

  test('the words of an overflow inside a chat do nothing', async () => {
    const words = 'prompt is too long; context_length_exceeded; maximum context length';
    expect((await scenario.ask(stream(text(words), stop))).text).toBe(words);
    const quoted = await scenario.failure({ type: 'raw', status: 400, headers: JSON_TYPE, chunks: [JSON.stringify({ error: { message: `Invalid content: "${words}"` } })] });
    expect(quoted.kind).toBe('rejected');
  });
});
