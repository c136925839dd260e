import { completeMetadata, parseConversation, renderConversation } from './conversation-format.js';

const METADATA = { handoffCount: 0, createdAt: '2026-02-13T12:00:00.000Z', updatedAt: '2026-02-13T12:00:00.000Z' };
const MESSAGES = [
  { role: 'system', content: 'You are "Jarvis".\n{{user_info}}' },
  { role: 'user', content: 'hällo {"role":"user"} 😀' },
  { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: { name: 'exec', arguments: '{"cmd":"ls"}' } }] },
  { role: 'tool', tool_call_id: 'c1', content: '{"status":"ok","stdout":"a \\"b\\" \\\\"}' },
  { role: 'assistant', content: '{"response":"done","logSummary":"..."}' },
];
const TEXT = `${JSON.stringify({ metadata: METADATA, messages: MESSAGES }, null, 2)}\n`;

describe('renderConversation', () => {
  it.each([
    ['no message', []],
    ['some messages', MESSAGES],
    ['more than a slice of messages', Array.from({ length: 1001 }, (_, index) => ({ role: 'user', content: `line ${index}\n` }))],
    ['an empty object beside the role', [{ role: 'user', content: {}, list: [] }]],
  ])('writes %s exactly as JSON.stringify with two spaces does', async (_, messages) => {
    const bytes = await renderConversation(METADATA, messages);
    expect(bytes?.toString('utf8')).toBe(`${JSON.stringify({ metadata: METADATA, messages }, null, 2)}\n`);
  });

  it('gives up when it is no longer wanted, and lets others work in between', async () => {
    const controller = new AbortController();
    setImmediate(() => controller.abort());
    const messages = Array.from({ length: 5000 }, (_, index) => ({ role: 'user', content: `line ${index}` }));
    expect(await renderConversation(METADATA, messages, controller.signal)).toBeUndefined();
  });
});

describe('parseConversation', () => {
  it('reads back what was rendered', () => {
    expect(parseConversation(Buffer.from(TEXT))).toEqual({ metadata: METADATA, messages: MESSAGES });
  });

  it('reads a file with a byte order mark, without metadata, or without a message, as whole', () => {
    expect(parseConversation(Buffer.from(`\uFEFF${TEXT}`)).problem).toBeUndefined();
    expect(parseConversation(Buffer.from('{"messages":[{"role":"user","content":"x"}]}')).problem).toBeUndefined();
    expect(parseConversation(Buffer.from('{"metadata":{},"messages":[]}')).problem).toBeUndefined();
  });

  it('recovers every whole message of a file that is cut anywhere', () => {
    const bytes = Buffer.from(TEXT);
    const ends = MESSAGES.map((_, index) => {
      const text = JSON.stringify({ metadata: METADATA, messages: MESSAGES.slice(0, index + 1) }, null, 2);
      return Buffer.byteLength(text) - '\n  ]\n}'.length;
    });
    for (let cut = 1; cut < bytes.length - 3; cut += 1) {
      const parsed = parseConversation(bytes.subarray(0, cut));
      expect(parsed.problem).toBe('is cut off or garbled');
      const whole = ends.filter((end) => end <= cut).length;
      expect(parsed.messages).toEqual(MESSAGES.slice(0, whole));
    }
  });

  it('recovers the messages on both sides of a damaged place', () => {
    for (const index of [0, 1, 2, 3, 4]) {
      const bytes = Buffer.from(TEXT);
      const place = bytes.indexOf('"role"', bytes.indexOf('"messages"')) + 12;
      const starts = [place];
      while (starts.length < MESSAGES.length) starts.push(bytes.indexOf('\n    {', (starts.at(-1) as number) + 1) + 22);
      bytes.fill(0, starts[index], (starts[index] as number) + 9);
      const parsed = parseConversation(bytes);
      expect(parsed.problem).toBe('holds NUL bytes');
      expect(parsed.metadata).toEqual(METADATA);
      expect(parsed.messages).toEqual(MESSAGES.filter((_, other) => other !== index));
    }
  });

  it.each([
    ['', 'is empty', []],
    ['{}', 'holds no list of messages', []],
    ['[]', 'holds no list of messages', []],
    ['"x"', 'holds no list of messages', []],
    ['null', 'holds no list of messages', []],
    ['{"metadata":{}}', 'holds no list of messages', []],
    ['{"metadata":{},"messages":{}}', 'holds no list of messages', []],
    ['[{"role":"user","content":"x"}]', 'holds no list of messages', [{ role: 'user', content: 'x' }]],
    ['{"metadata":{},"messages":[1,{"role":"user"},null,{"content":"x"}]}', 'holds entries that are no messages', [{ role: 'user' }]],
    ['{"metadata":[],"messages":[{"role":"user"}]}', 'holds metadata that is no object', [{ role: 'user' }]],
    ['\0\0\0\0', 'holds NUL bytes', []],
    ['not json at all', 'is cut off or garbled', []],
    ['{"metadata":{"a":1},"messages":[{"role":"user","content":"x"},', 'is cut off or garbled', [{ role: 'user', content: 'x' }]],
    ['{"messages":[{"role":"user","content":"{\\"role\\":\\"system\\"}"},{"ro', 'is cut off or garbled', [{ role: 'user', content: '{"role":"system"}' }]],
  ])('says what is wrong with %j and keeps the rest', (text, problem, messages) => {
    const parsed = parseConversation(Buffer.from(text));
    expect(parsed.problem).toBe(problem);
    expect(parsed.messages).toEqual(messages);
  });

  it('says that bytes are no text', () => {
    const bytes = Buffer.concat([Buffer.from('{"metadata":{},"messages":[{"role":"user","content":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}]}')]);
    expect(parseConversation(bytes)).toMatchObject({ problem: 'holds bytes that are not UTF-8', messages: [{ role: 'user' }] });
  });
});

describe('completeMetadata', () => {
  it('fills in what the original left out, keeps what it put in, and replaces what has the wrong type', () => {
    expect(completeMetadata({ tokenUsage: { prompt: 1 } }, 'T')).toEqual({ tokenUsage: { prompt: 1 }, handoffCount: 0, createdAt: 'T', updatedAt: 'T' });
    const created = '2026-01-01T00:00:00.000Z';
    expect(completeMetadata({ createdAt: created }, 'T')).toEqual({ handoffCount: 0, createdAt: created, updatedAt: created });
    expect(completeMetadata({ handoffCount: 'x', name: 1, owner: {}, annotations: [], updatedAt: 'never' }, 'T')).toEqual({ handoffCount: 0, createdAt: 'T', updatedAt: 'T' });
  });

  it('keeps the order of the fields', () => {
    expect(Object.keys(completeMetadata({ handoffCount: 2, createdAt: METADATA.createdAt, extra: 1, updatedAt: METADATA.updatedAt }, 'T'))).toEqual(['handoffCount', 'createdAt', 'extra', 'updatedAt']);
  });
});
