import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, streamText } from 'ai';
import OpenAI from 'openai';
import { answer, eventStream, failure, raw } from '../support/scripted-reply.js';
import { Jarvis } from '../support/jarvis.js';

const KEY = 'test-completions-key-0123456789';

describe('the OpenAI-compatible API', () => {
  let jarvis: Jarvis;
  let client: OpenAI;

  beforeAll(async () => {
    jarvis = await Jarvis.start({}, { env: { JARVIS_COMPLETIONS_API_KEY: KEY } });
    client = new OpenAI({ baseURL: `${jarvis.url}/v1`, apiKey: KEY, maxRetries: 0 });
  });
  afterAll(() => jarvis.stop());
  beforeEach(() => jarvis.provider.reset());

  const auth = { authorization: `Bearer ${KEY}` };

  it('wants a key, also from the owner on this machine, takes any case of the scheme, and errs in OpenAI’s shape', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: `Basic ${KEY}` }] as Record<string, string>[]) {
      const refused = await jarvis.request('POST', '/v1/chat/completions', { model: 'jarvis', messages: [] }, headers);
      expect(refused.status).toBe(401);
      expect(refused.body.error).toMatchObject({ message: expect.any(String), type: expect.any(String), param: null, code: expect.any(String) });
    }
    expect((await jarvis.request('GET', '/v1/models', undefined, { authorization: `bearer ${KEY}` })).status).toBe(200);
  });

  it('takes a token of `jarvis token create --scope completions`, and no longer when it is revoked', async () => {
    const cli = (...args: string[]): string =>
      execFileSync(process.execPath, [path.join(process.cwd(), 'dist', 'cli.js'), ...args], { env: { ...process.env, HOME: jarvis.home }, encoding: 'utf8' });
    const token = /jrv_\S+/.exec(cli('token', 'create', '--scope', 'completions'))?.[0] ?? '';
    const models = (): Promise<{ status: number }> => jarvis.request('GET', '/v1/models', undefined, { authorization: `Bearer ${token}` });
    expect((await models()).status).toBe(200);
    const id = /jrv_([^_]+)_/.exec(token)?.[1] ?? '';
    cli('token', 'revoke', id);
    expect((await models()).status).toBe(401);
  });

  it('lists the agent and the provider’s models', async () => {
    const ids = [];
    for await (const model of client.models.list()) ids.push(model.id);
    expect(ids).toEqual(['jarvis', 'scripted-model']);
  });

  it('answers as the agent: tools run, the conversation is kept, and goes on in one session', async () => {
    jarvis.provider.replyToolCalls([{ name: 'exec', arguments: { cmd: 'echo hi' } }]).replyAnswer('It says hi.').replyAnswer('You asked twice.');
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: 'system', content: 'Answer like a pirate.' },
      { role: 'user', content: [{ type: 'text', text: 'What does it say?' }] },
    ];
    const first = await client.chat.completions.create({ model: 'jarvis', messages });
    expect(first).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'jarvis',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'It says hi.' } }],
      usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number), total_tokens: expect.any(Number) },
    });
    expect(JSON.stringify(jarvis.provider.requests[0]?.body.messages)).toContain('Answer like a pirate.');
    const sessions = async (): Promise<string[]> =>
      (await jarvis.request('GET', '/api/sessions')).body.sessions.map((session: { sessionId: string }) => session.sessionId);
    const before = await sessions();
    await client.chat.completions.create({
      model: 'jarvis',
      messages: [...messages, { role: 'assistant', content: 'It says hi.' }, { role: 'user', content: 'And again?' }],
    });
    expect(await sessions()).toEqual(before);
  });

  it('streams: role first, one id, the text, one finish_reason, the usage only when asked', async () => {
    jarvis.provider.replyAnswer('Streamed answer with several words.', 'x', { pieceLength: 6 });
    const stream = await client.chat.completions.create({ model: 'jarvis', messages: [{ role: 'user', content: 'Stream' }], stream: true, stream_options: { include_usage: true } });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
    expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(1);
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('Streamed answer with several words.');
    expect(chunks.filter((chunk) => chunk.choices[0]?.finish_reason)).toHaveLength(1);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
    jarvis.provider.replyAnswer('Without usage.');
    const raw = await jarvis.request('POST', '/v1/chat/completions', { model: 'jarvis', stream: true, messages: [{ role: 'user', content: 'Stream 2' }] }, auth);
    expect(raw.text).not.toContain('"usage"');
    expect(raw.text.trimEnd().endsWith('data: [DONE]')).toBe(true);
  });

  it('passes another model through: the caller’s own messages and tools, nothing injected, nothing kept', async () => {
    const before = (await jarvis.request('GET', '/api/sessions')).body.total;
    jarvis.provider.reply({ toolCalls: [{ id: 'c1', name: 'lookup', arguments: { q: 1 } }] }).reply({ content: 'done' });
    const tools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: { name: 'lookup', parameters: { type: 'object', properties: {} } } }];
    const first = await client.chat.completions.create({ model: 'scripted-model', temperature: 0.1, messages: [{ role: 'developer', content: 'D' }, { role: 'user', content: 'U' }], tools });
    const call = first.choices[0]?.message.tool_calls?.[0];
    expect(call).toMatchObject({ id: 'c1', function: { name: 'lookup' } });
    expect(jarvis.provider.requests[0]?.body).toMatchObject({ model: 'scripted-model', temperature: 0.1, tools, messages: [{ role: 'developer', content: 'D' }, { role: 'user', content: 'U' }] });
    const history: OpenAI.ChatCompletionMessageParam[] = [
      { role: 'user', content: 'U' },
      { role: 'assistant', content: null, tool_calls: call ? [call] : [] },
      { role: 'tool', tool_call_id: 'c1', content: 'r' },
    ];
    const stream = await client.chat.completions.create({ model: 'scripted-model', messages: history, stream: true });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe('done');
    expect((await jarvis.request('GET', '/api/sessions')).body.total).toBe(before);
  });

  it('gives the provider’s own errors back with their status, and 404 for a model that is not there', async () => {
    jarvis.provider.enqueue(failure(429, { error: { message: 'slow down', type: 'rate_limit', param: null, code: 'rate_limited' } }, { 'retry-after': '7' }));
    await expect(client.chat.completions.create({ model: 'scripted-model', messages: [{ role: 'user', content: 'U' }] })).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    await expect(client.chat.completions.create({ model: 'no-such-model', messages: [{ role: 'user', content: 'U' }] })).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
    jarvis.provider.replyError(500).replyError(500);
    await expect(client.chat.completions.create({ model: 'jarvis', messages: [{ role: 'user', content: 'Fail' }] })).rejects.toMatchObject({ status: 502 });
  });

  it.each([
    ['no messages', { model: 'jarvis' }],
    ['empty messages', { model: 'jarvis', messages: [] }],
    ['no model', { messages: [{ role: 'user', content: 'x' }] }],
    ['a blank message', { model: 'jarvis', messages: [{ role: 'user', content: ' ' }] }],
    ['an image for the agent', { model: 'jarvis', messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] }],
    ['an array', [1]],
  ])('refuses %s with 400 in OpenAI’s shape', async (_name, body) => {
    const refused = await jarvis.request('POST', '/v1/chat/completions', body, auth);
    expect(refused.status).toBe(400);
    expect(refused.body.error.type).toBe('invalid_request_error');
  });

  it('errs in OpenAI’s shape also before a route is reached', async () => {
    const broken = await jarvis.request('POST', '/v1/chat/completions', '{', { ...auth, 'content-type': 'application/json' });
    expect([broken.status, broken.body.error.type]).toEqual([400, 'invalid_request_error']);
    const form = await jarvis.request('POST', '/v1/chat/completions', 'a=b', { ...auth, 'content-type': 'application/x-www-form-urlencoded' });
    expect([form.status, form.body.error.type]).toEqual([415, 'invalid_request_error']);
    const unknown = await jarvis.request('POST', '/v1/embeddings', {}, auth);
    expect([unknown.status, unknown.body.error.type]).toEqual([404, 'not_found_error']);
  });

  it('says so in the stream where the provider breaks off in the middle of it', async () => {
    const piece = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'scripted-model', choices: [{ index: 0, delta: { content: 'Half' }, finish_reason: null }] };
    jarvis.provider.enqueue(raw({ headers: { 'content-type': 'text/event-stream' }, chunks: [`data: ${JSON.stringify(piece)}\n\n`], cut: true }));
    const stream = await client.chat.completions.create({ model: 'scripted-model', stream: true, messages: [{ role: 'user', content: 'U' }] });
    let text = '';
    const read = async (): Promise<void> => {
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    };
    await expect(read()).rejects.toMatchObject({ type: 'server_error' });
    expect(text).toBe('Half');
  });

  it('hands fill-in-the-middle on, on both routes', async () => {
    const other = jarvis.provider.otherRequests.length;
    for (const route of ['/v1/completions', '/v1/chat/completions']) {
      await jarvis.request('POST', route, { model: 'scripted-model', prompt: 'def f(', suffix: ')' }, auth);
    }
    const paths = jarvis.provider.otherRequests.slice(other).map((request) => request.path);
    expect(paths.filter((route) => route.endsWith('/completions') && !route.includes('chat'))).toHaveLength(2);
  });

  it('stops the provider when the caller goes away', async () => {
    for (const model of ['scripted-model', 'jarvis']) {
      jarvis.provider.reset();
      jarvis.provider.reply({ content: '{"response":"never ends', hang: true });
      const aborter = new AbortController();
      const gone = fetch(`${jarvis.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { ...auth, 'content-type': 'application/json' },
        body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: `Go away ${model}` }] }),
        signal: aborter.signal,
      }).catch(() => undefined);
      const request = await jarvis.provider.request(0);
      aborter.abort();
      await gone;
      await request.closed;
      expect(request.abandoned).toBe(true);
    }
  });

  it('works with the AI SDK and with LangChain, streaming and not', async () => {
    const provider = createOpenAICompatible({ name: 'jarvis', baseURL: `${jarvis.url}/v1`, apiKey: KEY });
    jarvis.provider.replyAnswer('From the AI SDK.').replyAnswer('Streamed.').replyAnswer('From LangChain.').replyAnswer('Chain streamed.');
    expect((await generateText({ model: provider('jarvis'), prompt: 'One' })).text).toBe('From the AI SDK.');
    let streamed = '';
    for await (const part of streamText({ model: provider('jarvis'), prompt: 'Two' }).textStream) streamed += part;
    expect(streamed).toBe('Streamed.');
    const chat = new ChatOpenAI({ model: 'jarvis', apiKey: KEY, configuration: { baseURL: `${jarvis.url}/v1` }, maxRetries: 0 });
    expect((await chat.invoke('Three')).content).toBe('From LangChain.');
    let chained = '';
    for await (const chunk of await chat.stream('Four')) chained += chunk.content as string;
    expect(chained).toBe('Chain streamed.');
  });

  it('gives one model by its name, and 404 for one that is not there', async () => {
    expect(await client.models.retrieve('jarvis')).toMatchObject({ id: 'jarvis', object: 'model', owned_by: 'jarvis' });
    expect(await client.models.retrieve('scripted-model')).toMatchObject({ id: 'scripted-model', owned_by: 'provider' });
    await expect(client.models.retrieve('vendor/none')).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
  });

  it('takes a request as Continue sends it', async () => {
    jarvis.provider.enqueue(eventStream([{ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'scripted-model', choices: [{ index: 0, delta: { role: 'assistant', content: 'ok' }, finish_reason: null }] }]));
    const sent = await jarvis.request(
      'POST',
      '/v1/chat/completions',
      { messages: [{ role: 'user', content: 'hi' }], model: 'scripted-model', max_tokens: 4096, stream: true, stop: ['<|im_end|>'], prediction: null },
      { ...auth, 'x-api-key': KEY, accept: 'text/event-stream' },
    );
    expect(sent.text).toContain('"content":"ok"');
    jarvis.provider.enqueue(answer({ content: '{"response":"agent","logSummary":"x"}', pieceLength: 100 }));
    const agent = await jarvis.request('POST', '/v1/chat/completions', { messages: [{ role: 'user', content: 'continue' }], model: 'jarvis', max_tokens: 4096, stream: true }, auth);
    // What may be the beginning of a secret comes with the next delta.
    const deltas = [...agent.text.matchAll(/"content":"([^"]*)"/g)].map((match) => match[1]);
    expect(deltas.join('')).toBe('agent');
  });
});
