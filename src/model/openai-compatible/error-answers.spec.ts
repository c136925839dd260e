import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ScriptedProvider } from '../../../test/support/scripted-provider.js';
import { ask, close, failure, ImpatientClock, listen, useModelScenario } from '../../../test/support/model-scenario.js';

describe('an error answer', () => {
  const scenario = useModelScenario();

  test.each([
    [400, 'rejected'],
    [401, 'authentication'],
    [402, 'rejected'],
    [403, 'authentication'],
    [404, 'rejected'],
    [408, 'unavailable'],
    [413, 'overflow'],
    [422, 'rejected'],
    [429, 'rate_limit'],
    [500, 'unavailable'],
    [502, 'unavailable'],
    [503, 'unavailable'],
    [529, 'unavailable'],
    [999, 'unavailable'],
  ])('HTTP %i is %s, after one request', async (status, kind) => {
    scenario.provider.replyError(status, { error: { message: 'Because.' } }, { 'retry-after': '2' });
    const error = await failure(scenario.setUp());
    expect(error.kind).toBe(kind);
    expect(error.detail).toMatchObject({ model: 'scripted-model', httpStatus: status, retryAfterMs: 2000 });
    expect(error.message).toContain(`HTTP ${status} for model "scripted-model": Because.`);
    expect(scenario.provider.requests).toHaveLength(1);
  });

  test('a redirect is not followed', async () => {
    const other = await ScriptedProvider.start();
    scenario.provider.replyError(307, '', { location: `${other.baseUrl}/chat/completions` });
    const error = await failure(scenario.setUp());
    expect([error.kind, other.requests.length]).toEqual(['rejected', 0]);
    expect(error.message).toMatch(/redirect.*baseUrl/);
    await other.close();
  });

  test('a body without end or without words is no hindrance', async () => {
    scenario.provider.replyRaw({ status: 503, headers: { 'content-type': 'text/html' }, chunks: ['<html>'.padEnd(300_000, 'x')], hang: true });
    const long = await failure(scenario.setUp());
    expect([long.kind, long.detail.body?.length]).toEqual(['unavailable', 2000]);
    scenario.provider.replyRaw({ status: 503, chunks: [] });
    expect((await failure(scenario.setUp())).message).toBe(`127.0.0.1:${scenario.provider.port} answered HTTP 503 for model "scripted-model".`);
  });

  test('a body that does not come is not waited for', async () => {
    const patience = new ImpatientClock();
    scenario.provider.replyRaw({ status: 503, chunks: ['{"error":'], hang: true });
    const pending = failure(scenario.setUp({ modelTimeoutMs: 0 }, '', patience));
    await (await scenario.provider.request(0)).closed;
    expect((await pending).kind).toBe('unavailable');
  });

  test.each([
    ['logprobs', { error: { message: "Unsupported parameter: 'logprobs' is not supported with this model.", param: 'logprobs', code: 'unsupported_parameter' } }],
    ['logprobs', { error: { message: 'top_logprobs is not available', code: 400 } }],
    ['stream_options', { detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted', input: { include_usage: true } }] }],
    ['stream_options', { error: 'unknown field include_usage' }],
  ])('a refusal of %s names the parameter, and it is not sent again', async (parameter, body) => {
    scenario.provider.replyError(400, body).replyAnswer('a').replyAnswer('b').replyAnswer('c');
    const fixture = scenario.setUp();
    const error = await failure(fixture, { logprobs: true });
    expect([error.kind, error.detail.parameter]).toEqual(['unsupported_parameter', parameter]);
    await ask(fixture, { logprobs: true, omitParameters: [parameter] });
    await ask(fixture, { logprobs: true });
    await ask(fixture, { logprobs: true, model: 'another' });
    expect(scenario.provider.requests.map((request) => parameter in request.body)).toEqual([true, false, false, true]);
  });

  test('a refusal of a parameter that was not sent, or one that only quotes the chat, is a plain refusal', async () => {
    scenario.provider.replyError(400, { error: { message: 'logprobs is not supported' } });
    expect((await failure(scenario.setUp())).kind).toBe('rejected');
    scenario.provider.replyError(422, { detail: [{ loc: ['body', 'messages', 1], msg: 'too odd', input: 'talks of stream_options' }] });
    expect((await failure(scenario.setUp())).kind).toBe('rejected');
  });

  test('nobody listens', async () => {
    const refused = await failure(scenario.setUp({ baseUrl: 'http://127.0.0.1:9/v1' }));
    expect([refused.kind, refused.message]).toEqual(['connection', expect.stringMatching(/127\.0\.0\.1:9.*nothing is listening.*ECONNREFUSED/)]);
  });

  test('what answers is no HTTP server', async () => {
    const server = createTcpServer((socket) => socket.resume().end('220 mail.example ESMTP\r\n'));
    const error = await failure(scenario.setUp({ baseUrl: await listen(server) }));
    expect(error.kind).toBe('connection');
    await close(server);
  });

  test('an answer without end is cut', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const piece = `: ${'x'.repeat(1024 * 1024)}\n`;
      const pour = (): void => {
        while (response.write(piece));
      };
      response.on('drain', pour);
      pour();
    });
    const error = await failure(scenario.setUp({ baseUrl: await listen(server) }));
    expect([error.kind, error.message]).toEqual(['malformed_answer', expect.stringMatching(/longer than 64 MiB/)]);
    await close(server);
  });

  test('a compressed answer is read', async () => {
    const body = gzipSync(JSON.stringify({ choices: [{ message: { content: 'Hello' } }] }));
    scenario.provider.replyRaw({ headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' }, chunks: [body.subarray(0, 20), body.subarray(20)] });
    expect((await ask(scenario.setUp())).text).toBe('Hello');
    scenario.provider.replyRaw({ headers: { 'content-encoding': 'gzip' }, chunks: [body.subarray(0, 20)] });
    expect((await failure(scenario.setUp())).kind).toBe('connection');
  });
});
