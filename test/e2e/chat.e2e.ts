import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packageRoot } from '../../src/common/package-root.js';
import { Jarvis } from '../support/jarvis.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('POST /api/chat', () => {
  let jarvis: Jarvis;

  beforeAll(async () => {
    jarvis = await Jarvis.start();
  });
  afterAll(() => jarvis.stop());
  beforeEach(() => jarvis.provider.reset());

  it('answers with the contract and HTTP 200, and goes on with the session', async () => {
    jarvis.provider.replyAnswer('Hello.', 'User said hello.').replyAnswer('Yes.', 'User asked again.');
    const first = await jarvis.chat('Hi', null);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      sessionId: expect.stringMatching(UUID),
      response: 'Hello.',
      logSummary: 'User said hello.',
      toolCalls: [],
      status: 'ok',
      runId: expect.stringMatching(UUID),
    });
    const second = await jarvis.chat('Still there?', first.body.sessionId);
    expect(second.body).toMatchObject({ sessionId: first.body.sessionId, response: 'Yes.' });
    const sent = jarvis.provider.requests[1]?.body.messages as { role: string; content: string }[];
    expect(sent.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'user']);
  });

  it("stores the conversation in the seed's file, the prompt with its placeholder", async () => {
    jarvis.provider.replyAnswer('Hello.', 'User said hello.');
    const { body } = await jarvis.chat('Hi', 'stored-1');
    const file = await jarvis.readJson('data', 'conversations', `${body.sessionId}.json`).catch(async () => {
      const { body: transcript } = await jarvis.request('GET', '/api/sessions/stored-1');
      return transcript;
    });
    expect(file.metadata).toMatchObject({ handoffCount: 0, createdAt: expect.any(String), updatedAt: expect.any(String) });
    expect(file.messages[0]).toMatchObject({ role: 'system', content: expect.stringContaining('{{user_info}}') });
    expect(file.messages[1]).toMatchObject({ role: 'user', content: 'Hi' });
    expect(JSON.parse(file.messages[2].content)).toEqual({ response: 'Hello.', logSummary: 'User said hello.' });
  });

  it('goes on with a conversation of the original server, and keeps what it knows of it', async () => {
    const metadata = { handoffCount: 2, failedApproaches: ['x'], createdAt: '2025-01-01T00:00:00.000Z', updatedAt: '2025-01-01T00:00:00.000Z', lastCheckpointRemaining: null, checkpointState: {} };
    const messages = [{ role: 'system', content: 'The old prompt.' }, { role: 'user', content: 'Hi' }, { role: 'assistant', content: '{"response":"Hello.","logSummary":"x"}' }];
    const file = path.join(jarvis.home, '.jarvis', 'data', 'conversations', 'original-1.json');
    await writeFile(file, JSON.stringify({ metadata: { ...metadata, tokenUsage: { prompt: 100, completion: 50, cacheRead: 7, cacheCreation: 3 } }, messages }, null, 2));
    jarvis.provider.replyAnswer('Still here.', 'x', { usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } });
    expect((await jarvis.chat('And now?', 'original-1')).body.response).toBe('Still here.');
    const sent = jarvis.provider.requests[0]?.body.messages as { content: string }[];
    expect(sent.map((message) => message.content.slice(0, 15))).toEqual(['The old prompt.', 'Hi', '{"response":"He', 'And now?']);
    const { body } = await jarvis.request('GET', '/api/sessions/original-1');
    expect(body.metadata).toMatchObject({ handoffCount: 0, createdAt: '2025-01-01T00:00:00.000Z', tokenUsage: { prompt: 110, completion: 55, cached: 0, cacheRead: 7, cacheCreation: 3 } });
  });

  it('runs tools in order and gives each result back to the model', async () => {
    jarvis.provider
      .replyToolCalls([
        { id: 'a', name: 'exec', arguments: { cmd: 'echo one' } },
        { id: 'b', name: 'exec', arguments: { cmd: 'echo two; exit 3' } },
      ])
      .replyAnswer('Done.', 'Ran two commands; the second failed.');
    const { body } = await jarvis.chat('Run them');
    expect(body.toolCalls).toEqual([
      { name: 'exec', args: { cmd: 'echo one' }, status: 'ok', result: expect.stringContaining('one') },
      { name: 'exec', args: { cmd: 'echo two; exit 3' }, status: 'error', result: expect.stringContaining('two') },
    ]);
    expect(body.status).toBe('tool_failed');
    const messages = jarvis.provider.requests[1]?.body.messages as { role: string; tool_call_id?: string }[];
    expect(messages.slice(-3).map((message) => [message.role, message.tool_call_id])).toEqual([
      ['assistant', undefined],
      ['tool', 'a'],
      ['tool', 'b'],
    ]);
    const [line] = await jarvis.readLines('logs', `session-${body.sessionId}.jsonl`);
    expect(Object.keys(line).slice(0, 9)).toEqual(['ts', 'sessionId', 'iteration', 'model', 'userInput', 'toolCalls', 'response', 'logSummary', 'status']);
    expect(line).toMatchObject({ iteration: 2, model: 'main-model', userInput: 'Run them', status: 'tool_failed', response: 'Done.' });
  });

  it("names the valid tools where the model asks for one that is not there, also one of JavaScript's own", async () => {
    jarvis.provider.replyToolCalls([{ name: 'toString' }, { name: '__proto__' }, { name: 'nope' }]).replyAnswer('No.');
    const { body } = await jarvis.chat('Call it');
    for (const call of body.toolCalls) {
      expect(call.status).toBe('error');
      expect(call.result).toMatch(/unknown tool/i);
      expect(call.result).toContain('list_dir');
    }
  });

  it('reads a fenced answer, one with text around it and one with slips of JSON, and says so in the log', async () => {
    const texts = [
      '```json\n{"response":"fine","logSummary":"x"}\n```',
      'Here you go: {"response":"fine","logSummary":"x"} Bye!',
      '{"response":"fine","logSummary":"x",}',
      '{“response”: “fine”, “logSummary”: “x”}',
      '{"response":"fi\nne","logSummary":"x"}',
    ];
    for (const content of texts) jarvis.provider.reply({ content });
    for (const [index] of texts.entries()) {
      const { body } = await jarvis.chat('Hi', `repair-${index}`);
      expect(body.response.replace('\n', '')).toBe('fine');
      const [line] = await jarvis.readLines('logs', `session-repair-${index}.jsonl`);
      expect(line.notes).toHaveLength(1);
    }
  });

  it('asks once more where the answer is not the contract, with a note that is not stored', async () => {
    jarvis.provider.reply({ content: 'Just text.' }).replyAnswer('Now right.', 'y');
    const { status, body } = await jarvis.chat('Hi', 'reask-1');
    expect(status).toBe(200);
    expect(body.response).toBe('Now right.');
    const again = jarvis.provider.requests[1]?.body.messages as { content: string }[];
    expect(again.at(-1)?.content).toMatch(/^\[System: .*JSON/s);
    const { body: transcript } = await jarvis.request('GET', '/api/sessions/reask-1');
    expect(transcript.messages).toHaveLength(3);
    expect(JSON.stringify(transcript.messages)).not.toContain('Just text.');
  });

  it('ends in format_error with HTTP 500 after the re-ask, keeps the message and works again', async () => {
    jarvis.provider.reply({ content: 'Text.' }).reply({ content: '42' }).replyAnswer('Fine.', 'z');
    const failed = await jarvis.chat('Hi', 'format-1');
    expect(failed.status).toBe(500);
    expect(failed.body).toMatchObject({ error: expect.any(String), status: 'format_error' });
    const [line] = await jarvis.readLines('logs', 'session-format-1.jsonl');
    expect(line.status).toBe('format_error');
    expect((await jarvis.chat('Again', 'format-1')).body.response).toBe('Fine.');
    const messages = jarvis.provider.requests[2]?.body.messages as { role: string; content: string }[];
    expect(messages.filter((message) => message.role === 'user').map((message) => message.content)).toEqual(['Hi', 'Again']);
  });

  it('asks the fallback once, and the log names the model that answered', async () => {
    jarvis.provider.replyError(500).replyAnswer('From the fallback.', 'x');
    const { body } = await jarvis.chat('Hi', 'fallback-1');
    expect(body.response).toBe('From the fallback.');
    expect(jarvis.provider.requests.map((request) => request.body.model)).toEqual(['main-model', 'fallback-model']);
    const [line] = await jarvis.readLines('logs', 'session-fallback-1.jsonl');
    expect(line.model).toBe('fallback-model');
  });

  it('ends in model_error with what each model said after two requests, and the session is not locked', async () => {
    jarvis.provider.replyError(401, { error: { message: 'bad key' } }).replyError(500, { error: { message: 'broken' } });
    const failed = await jarvis.chat('Hi', 'model-1');
    expect(failed.status).toBe(500);
    expect(failed.body).toMatchObject({ error: expect.stringContaining('main-model'), status: 'model_error' });
    expect(jarvis.provider.requests).toHaveLength(2);
    const [line] = await jarvis.readLines('logs', 'session-model-1.jsonl');
    expect(line.errorDetail.failures.map((failure: { model: string; httpStatus: number }) => [failure.model, failure.httpStatus])).toEqual([
      ['main-model', 401],
      ['fallback-model', 500],
    ]);
    jarvis.provider.replyError(500).replyError(500).replyAnswer('Back.', 'x');
    expect((await jarvis.chat('Again', 'model-1')).status).toBe(500);
    expect((await jarvis.chat('Third', 'model-1')).body.response).toBe('Back.');
  });

  it('puts saved facts into the prompt as they are, and never into the stored one', async () => {
    const value = 'costs $& and $` {{user_info}}';
    jarvis.provider.replyToolCalls([{ name: 'save_user_info', arguments: { items: [{ key: 'price', value }] } }]).replyAnswer('Saved.').replyAnswer('Known.');
    const { body } = await jarvis.chat('Remember it', 'facts-1');
    expect(body.toolCalls[0]).toMatchObject({ status: 'ok' });
    await jarvis.chat('What do you know?', 'facts-2');
    const messages = jarvis.provider.requests[2]?.body.messages as { content: string }[];
    expect(messages[0]?.content).toContain(value);
    expect((await jarvis.readJson('data', 'user-info.json')).items).toEqual([{ key: 'price', value, ts: expect.any(String) }]);
    const { body: transcript } = await jarvis.request('GET', '/api/sessions/facts-2');
    expect(transcript.messages[0].content).not.toContain('costs');
  });

  it('sends no NUL and no half of a character, wherever it came from', async () => {
    const bad = 'a\u0000b\ud800c';
    jarvis.provider.replyToolCalls([{ name: 'save_user_info', arguments: { items: [{ key: 'odd', value: bad }] } }]);
    jarvis.provider.reply({ content: `Not the contract: ${bad}` }).replyAnswer('Saved.').replyAnswer('Known.');
    await jarvis.chat(`Remember ${bad}`, 'odd-1');
    await jarvis.chat('Again', 'odd-1');
    expect(jarvis.provider.requests).toHaveLength(4);
    for (const { text } of jarvis.provider.requests) expect(text).not.toMatch(/\\u0000|\\ud[89a-f]/i);
    const reask = JSON.stringify(jarvis.provider.requests[2]?.body.messages);
    expect(reask).toContain('Not the contract: a\ufffdb\ufffdc');
    expect(JSON.stringify(jarvis.provider.requests[3]?.body.messages)).toContain('odd: a\ufffdb\ufffdc');
  });

  it('keeps every message of parallel requests to one session, in whole turns', async () => {
    jarvis.provider.fallback = () => ({ type: 'answer', content: '{"response":"ok","logSummary":"x"}' });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => jarvis.chat(`m${index}`, 'parallel-1')));
    jarvis.provider.fallback = undefined;
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
    const { body } = await jarvis.request('GET', '/api/sessions/parallel-1');
    const roles = body.messages.map((message: { role: string }) => message.role);
    expect(roles).toEqual(['system', ...Array.from({ length: 20 }, () => ['user', 'assistant']).flat()]);
    const said = body.messages.filter((message: { role: string }) => message.role === 'user').map((message: { content: string }) => message.content);
    expect(new Set(said).size).toBe(20);
  });

  it('sends the byte prefix of the earlier request with each later one', async () => {
    jarvis.provider.replyToolCalls([{ name: 'list_dir', arguments: { path: '/' } }]).replyAnswer('One.').replyAnswer('Two.');
    await jarvis.chat('First', 'prefix-1');
    await jarvis.chat('Second', 'prefix-1');
    const texts = jarvis.provider.requests.map((request) => JSON.stringify(request.body.messages).slice(0, -1));
    expect(texts[1]?.startsWith(texts[0] as string)).toBe(true);
    expect(texts[2]?.startsWith(texts[1] as string)).toBe(true);
    const tools = jarvis.provider.requests.map((request) => JSON.stringify(request.body.tools));
    expect(new Set(tools).size).toBe(1);
  });

  it('sends docs/system-prompt.md whole, to its last line', async () => {
    const prompt = await readFile(path.join(packageRoot, 'docs', 'system-prompt.md'), 'utf8');
    jarvis.provider.replyAnswer('Hello.');
    await jarvis.chat('Hi', 'prompt-1');
    const messages = jarvis.provider.requests[0]?.body.messages as { role: string; content: string }[];
    expect(messages[0]?.role).toBe('system');
    for (const line of prompt.trimEnd().split('\n')) {
      if (!line.includes('{{user_info}}')) expect(messages[0]?.content).toContain(line);
    }
  });

  it('says with HTTP 500 that a message could not be stored, asks no model, and lives on', async () => {
    const folder = path.join(jarvis.home, '.jarvis', 'data', 'conversations');
    await rename(folder, `${folder}-away`);
    await writeFile(folder, 'a file stands where the folder was');
    const refused = await jarvis.chat('Hi', 'unstored-1');
    expect(refused.status).toBe(500);
    expect(refused.body.error).toContain('unstored-1');
    expect(refused.text).not.toContain(jarvis.home);
    expect(jarvis.provider.requests).toHaveLength(0);
    expect((await jarvis.request('GET', '/api/health')).status).toBe(200);
    await rm(folder);
    await rename(`${folder}-away`, folder);
    jarvis.provider.replyAnswer('Stored.');
    expect((await jarvis.chat('Hi', 'unstored-1')).body.response).toBe('Stored.');
  });
});
