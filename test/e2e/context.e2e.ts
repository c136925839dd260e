import type { ScriptedRequest } from '../support/scripted-provider.js';
import { answer, failure, raw, type ScriptedReply } from '../support/scripted-reply.js';
import { Jarvis } from '../support/jarvis.js';

type Message = { role: string; content: string };

const messagesOf = (request: ScriptedRequest | undefined): Message[] => request?.body.messages as Message[];

const isSummaryRequest = (request: ScriptedRequest): boolean => messagesOf(request).at(-1)?.content.includes('Summarise the conversation above') ?? false;

const ok = (text: string): ScriptedReply => answer({ content: JSON.stringify({ response: text, logSummary: 'x' }) });

describe('a history that does not fit', () => {
  it('is cut before a user message and summarised, with the transcript on disk whole', async () => {
    const jarvis = await Jarvis.start({ contextTokens: 12_000 });
    try {
      jarvis.provider.fallback = (request) => (isSummaryRequest(request) ? answer({ content: 'They talked about numbers.' }) : ok('fine'));
      for (let turn = 0; turn < 12; turn += 1) await jarvis.chat(`Turn ${turn} ${'lorem ipsum '.repeat(400)}`, 'long-1');
      const chats = jarvis.provider.requests.filter((request) => !isSummaryRequest(request));
      expect(jarvis.provider.requests.length).toBeGreaterThan(chats.length);
      const sent = messagesOf(chats.at(-1));
      expect(sent[0]?.role).toBe('system');
      expect(sent[1]?.role).toBe('user');
      expect(sent[1]?.content).toContain('They talked about numbers.');
      expect(sent.at(-1)?.content).toContain('Turn 11');
      expect(JSON.stringify(sent).length / 4).toBeLessThan(12_000);
      const { body } = await jarvis.request('GET', '/api/sessions/long-1');
      expect(body.messages.filter((message: Message) => message.role === 'user')).toHaveLength(12);
      const lines = await jarvis.readLines('logs', 'session-long-1.jsonl');
      expect(lines.flatMap((line) => line.notes ?? []).join()).toContain('summary');
    } finally {
      await jarvis.stop();
    }
  });

  it('of one long turn loses its older tool results, which the log says and the transcript keeps', async () => {
    const jarvis = await Jarvis.start({ contextTokens: 12_000 });
    try {
      for (let call = 0; call < 6; call += 1) jarvis.provider.replyToolCalls([{ id: `call-${call}`, name: 'exec', arguments: { cmd: `seq ${call}000000 ${call}001200` } }]);
      jarvis.provider.replyAnswer('Counted.');
      expect((await jarvis.chat('Count.', 'long-2')).body).toMatchObject({ response: 'Counted.', status: 'ok' });
      const results = messagesOf(jarvis.provider.requests.at(-1)).filter(({ role }) => role === 'tool');
      expect(results[0]?.content).toContain('left out to fit');
      expect(results.at(-1)?.content).toContain('5001200');
      const [line] = await jarvis.readLines('logs', 'session-long-2.jsonl');
      expect(line.notes.join()).toMatch(/older tool results? (was|were) left out of what is sent/);
      const { body } = await jarvis.request('GET', '/api/sessions/long-2');
      expect(body.messages.find((message: Message) => message.role === 'tool').content).toContain('1200');
    } finally {
      await jarvis.stop();
    }
  });

  it('is left alone where the turn is aborted while it is summarised, and the turn is stored and logged as aborted', async () => {
    const jarvis = await Jarvis.start({ contextTokens: 6_000 });
    try {
      jarvis.provider.fallback = () => ok('fine');
      await jarvis.chat(`Long ${'lorem ipsum '.repeat(2_000)}`, 'cut-1');
      jarvis.provider.reset();
      jarvis.provider.enqueue(raw({ hang: true }));
      const chat = jarvis.chat('One too many', 'cut-1');
      const summary = await jarvis.provider.request(0);
      expect(isSummaryRequest(summary)).toBe(true);
      await jarvis.request('POST', '/api/sessions/cut-1/abort', {});
      await summary.closed;
      expect((await chat).body).toMatchObject({ status: 'aborted', logSummary: 'The run was aborted.' });
      const { body } = await jarvis.request('GET', '/api/sessions/cut-1');
      expect(body.messages.slice(-2)).toMatchObject([{ role: 'user', content: expect.stringContaining('One too many') }, { role: 'assistant' }]);
      expect((await jarvis.readLines('logs', 'session-cut-1.jsonl')).at(-1)).toMatchObject({ status: 'aborted', userInput: expect.stringContaining('One too many') });
    } finally {
      await jarvis.stop();
    }
  });

  it.each([
    ['OpenAI', 400, { error: { message: "This model's maximum context length is 8192 tokens.", code: 'context_length_exceeded' } }],
    ['llama.cpp', 400, { error: { code: 400, message: 'the request exceeds the available context size', type: 'exceed_context_size_error' } }],
    ['Anthropic', 400, { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' } }],
  ])('is recovered when %s says so, in at most four requests', async (_name, status, body) => {
    const jarvis = await Jarvis.start();
    try {
      jarvis.provider.fallback = () => ok('fine');
      for (let turn = 0; turn < 6; turn += 1) await jarvis.chat(`Turn ${turn} ${'lorem '.repeat(900)}`, 'overflow-1');
      jarvis.provider.reset();
      jarvis.provider.fallback = (request) => {
        if (isSummaryRequest(request)) return answer({ content: 'Summary.' });
        // All but the system prompt, which stays in any case.
        return JSON.stringify(messagesOf(request).slice(1)).length > 27_000 ? failure(status, body) : ok('recovered');
      };
      const { body: answered } = await jarvis.chat('And now?', 'overflow-1');
      expect(answered.response).toBe('recovered');
      expect(jarvis.provider.requests.length).toBeLessThanOrEqual(4);
      expect(messagesOf(jarvis.provider.requests.at(-1)).at(-1)?.content).toBe('And now?');
    } finally {
      await jarvis.stop();
    }
  });

  it('ends in model_error after four requests where nothing helps, and the words in a chat do nothing', async () => {
    const jarvis = await Jarvis.start();
    try {
      jarvis.provider.fallback = () => ok('fine');
      const words = "This model's maximum context length is 8192 tokens. context_length_exceeded";
      expect((await jarvis.chat(words, 'words-1')).body.response).toBe('fine');
      expect(jarvis.provider.requests).toHaveLength(1);
      for (let turn = 0; turn < 3; turn += 1) await jarvis.chat(`Turn ${turn}`, 'words-1');
      jarvis.provider.reset();
      jarvis.provider.fallback = () => failure(400, { error: { message: words, code: 'context_length_exceeded' } });
      const answered = await jarvis.chat('Hi', 'words-1');
      expect(answered.body.status).toBe('model_error');
      expect(jarvis.provider.requests.length).toBeLessThanOrEqual(4);
    } finally {
      await jarvis.stop();
    }
  });
});
