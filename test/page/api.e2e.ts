import { readActiveRuns, readApprovals, readErrorBody, readHealth } from '../../ui/src/api/contract.js';
import { readEventStream, SilentStreamError, type StreamEvent } from '../../ui/src/api/event-stream.js';
import { problemOfResponse } from '../../ui/src/api/problem.js';
import { readSessionPage, readTranscript } from '../../ui/src/api/sessions.js';
import { readCitations, readSources } from '../../ui/src/api/sources.js';
import { readTurnFrame } from '../../ui/src/api/turn-frame.js';
import { safeLink } from '../../ui/src/answer/safe-link.js';

const BYTES = new TextEncoder();

/** A body that comes in these pieces. */
function bodyOf(...pieces: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? BYTES.encode(piece) : piece);
      controller.close();
    },
  });
}

async function eventsOf(...pieces: (string | Uint8Array)[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of readEventStream(bodyOf(...pieces), 1_000)) events.push(event);
  return events;
}

describe('a stream of events', () => {
  it('is the same however it is cut, through characters and line breaks too', async () => {
    const bytes = BYTES.encode(': hello\r\n\r\nid: 1\r\ndata: {"a":"é😀"}\r\n\r\nid:2\ndata: one\ndata: two\n\n: comment\n\nid: 3\rdata:three\r\r');
    const whole = [
      { id: 1, data: '{"a":"é😀"}' },
      { id: 2, data: 'one\ntwo' },
    ];
    for (let size = 1; size <= bytes.length; size++) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.slice(index * size, (index + 1) * size));
      expect((await eventsOf(...pieces)).slice(0, 2)).toEqual(whole);
    }
  });

  it('leaves out an event that was cut, and knows one without an id', async () => {
    expect(await eventsOf('data: x\n\nid: 7\ndata: cut')).toEqual([{ id: 0, data: 'x' }]);
  });

  it('is dead when nothing comes, and hands on what breaks it', async () => {
    const silent = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(BYTES.encode('id: 1\ndata: x\n\n')) });
    const events = readEventStream(silent, 20);
    expect((await events.next()).value).toEqual({ id: 1, data: 'x' });
    await expect(events.next()).rejects.toThrow(SilentStreamError);
    const broken = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error('reset')) });
    await expect(readEventStream(broken, 1_000).next()).rejects.toThrow('reset');
  });
});

describe('a frame', () => {
  it.each([
    [{ status: 'running', runId: 'r', sessionId: 's' }, { type: 'run-start', runId: 'r', sessionId: 's' }],
    [{ token: 'Hi' }, { type: 'text-delta', text: 'Hi' }],
    [{ token: '' }, { type: 'text-delta', text: '' }],
    [{ reset: true }, { type: 'text-reset' }],
    [{ reasoning: 'Hm.' }, { type: 'reasoning-delta', text: 'Hm.' }],
    [{ tool: { callId: 'c', name: 'exec', args: { cmd: 'ls' } } }, { type: 'tool-start', callId: 'c', name: 'exec', args: { cmd: 'ls' } }],
    [{ tool: { callId: 'c', output: 'x' } }, { type: 'tool-output', callId: 'c', text: 'x' }],
    [{ tool: { callId: 'c', name: 'exec', args: null, status: 'odd', result: 1 } }, { type: 'tool-end', callId: 'c', name: 'exec', args: {}, status: 'error', result: 1 }],
    [{ usage: { promptTokens: 3, completionTokens: '4' } }, { type: 'usage', promptTokens: 3, completionTokens: 0 }],
    [{ notice: 'N' }, { type: 'notice', text: 'N' }],
    [{ checkpoint: { progress: 'p', remaining: 'r' } }, { type: 'checkpoint', progress: 'p', remaining: 'r' }],
    [{ searching: true }, { type: 'search-start' }],
    [{ search_results: 5 }, { type: 'search-results', count: 5 }],
    [{ token: 'All.', augmented: true }, { type: 'text-delta', text: 'All.' }],
    [{ done: true, status: 'aborted' }, { type: 'run-end', status: 'aborted', isSearched: false, citations: [], sessionId: '' }],
    [{ done: true, status: 'ok', searched: true }, { type: 'run-end', status: 'ok', isSearched: true, citations: [], sessionId: '' }],
    [{ error: 'No.', error_key: 'model_error', status: 'model_error' }, { type: 'run-failed', message: 'No.', code: 'model_error', status: 'model_error' }],
  ])('%j is %j', (data, frame) => {
    expect(readTurnFrame(JSON.stringify({ ...data, conversation_id: 's' }))).toEqual(frame);
  });

  it.each(['', 'text', '[]', '{}', '{"searching":false}'])('%j is nothing that the page knows', (data) => {
    expect(readTurnFrame(data)).toBeUndefined();
  });
});

describe('what the page reads of an answer', () => {
  it('takes the model for a real one unless the server says otherwise', () => {
    expect([{ offline: true }, { offline: 'yes' }, {}, null].map((body) => readHealth(body).offline)).toEqual([true, false, false, false]);
  });

  it('lists what can be decided', () => {
    const approval = { id: '1', sessionId: 's', command: 'ls', directory: '/', expiresAt: 'x' };
    expect(readApprovals({ approvals: [approval, { id: '2' }, null] })).toEqual([approval]);
    expect(readApprovals([approval])).toEqual([approval]);
    expect(readApprovals('no')).toEqual([]);
  });
});

describe('what the page reads of sessions', () => {
  it('is the list, without what cannot be opened', () => {
    const row = { sessionId: 'a', title: 'Title', lastTs: '2026-02-13T12:34:56.789Z' };
    expect(readSessionPage({ sessions: [row, { title: 'no id' }, 7, { sessionId: 'b' }], total: 9, nextCursor: 'c' })).toEqual({
      sessions: [row, { sessionId: 'b', title: 'Untitled session', lastTs: '' }],
      nextCursor: 'c',
    });
    expect(readSessionPage(null)).toEqual({ sessions: [] });
  });

  it('is what runs', () => {
    expect(readActiveRuns({ runs: [{ runId: 'r', sessionId: 's' }, null] })).toEqual([{ runId: 'r', sessionId: 's' }]);
    expect(readActiveRuns('no')).toEqual([]);
  });

  it('is a transcript, and of arguments that are no object the text that the model wrote', () => {
    const call = (text: string) => ({ id: 'c', function: { name: 'exec', arguments: text } });
    const { messages } = readTranscript({ messages: [{ role: 'assistant', content: null, tool_calls: [call('{"cmd":"ls"}'), call('{"cmd":'), call('')] }, 'no'] });
    expect(messages).toHaveLength(1);
    expect(messages[0]?.toolCalls.map((one) => one.args)).toEqual([{ cmd: 'ls' }, { arguments: '{"cmd":' }, {}]);
  });
});

describe('what the page reads of sources', () => {
  it('is what leads to a web page, with its host', () => {
    const list = [
      { title: 'Weather', url: 'https://weather.example/oslo' },
      { title: ' ', url: 'http://plain.example:8080/x' },
      { title: 'Bad', url: 'javascript:alert(1)' },
      { title: 'File', url: 'file:///etc/passwd' },
      { title: 'Direct Answer', url: '' },
      null,
    ];
    expect(readSources(list)).toEqual([
      { title: 'Weather', url: 'https://weather.example/oslo', host: 'weather.example' },
      { title: 'plain.example:8080', url: 'http://plain.example:8080/x', host: 'plain.example:8080' },
    ]);
  });
});

describe('what the page reads of citations', () => {
  it('is the number and the place of each passage', () => {
    expect(readCitations([{ number: 1, source: 'manual.pdf, page 3', documentId: 'd', passage: 9 }, { number: 2 }, null])).toEqual([{ number: 1, place: 'manual.pdf, page 3' }]);
    expect(readCitations(undefined)).toEqual([]);
  });
});

describe('a failure in words', () => {
  it('says what the server said, and what to do by the status of the run', () => {
    expect(problemOfResponse(500, { error: 'No model.', details: ['a: 401', 'b: 429'], status: 'model_error' })).toMatchObject({
      what: 'No model.',
      details: 'a: 401\nb: 429',
      advice: expect.stringContaining('`jarvis doctor`'),
    });
  });

  it.each([
    [400, 'Change the message'],
    [401, 'may not talk'],
    [403, 'may not talk'],
    [413, 'Shorten'],
    [429, 'Wait a moment'],
    [503, '`jarvis logs`'],
  ])('has advice for HTTP %i', (status, words) => {
    expect(problemOfResponse(status, { error: 'x' }).advice).toContain(words);
  });

  it('shows details of any shape, and takes none for none', () => {
    expect(problemOfResponse(400, { error: 'x', details: [{ field: 'message', problem: 'empty' }] }).details).toContain('"field": "message"');
    expect(problemOfResponse(400, { error: 'x', details: null }).details).toBe('');
    expect(readErrorBody({ message: 'not ours' })).toBeUndefined();
    expect(readErrorBody({ error: { message: 'For a support lookup ...', incident_key: 'INC-1' }, detail: 'x' })?.error).toBe('For a support lookup ...');
  });
});

describe('a link in an answer', () => {
  it.each(['https://example.org/a?b=c#d', 'http://localhost:3000/', 'mailto:a@example.org', 'HTTPS://EXAMPLE.ORG/', '#footnote'])('may lead to %s', (address) => {
    expect(safeLink(address)).toBe(address);
  });

  it.each(['javascript:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)', 'JAVASCRIPT:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'blob:http://x/y', '/api/x', '//example.org', 'api', '', 'ftp://x', 'https://'])('may not lead to %j', (address) => {
    expect(safeLink(address)).toBe('');
  });
});
