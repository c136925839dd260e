import fc from 'fast-check';
import { toWellFormedText } from '../../common/text.js';
import type { ModelDelta } from '../chat-model.js';
import { addDelta, emptyAnswer, type CollectedAnswer } from '../collect-answer.js';
import { ModelError } from '../model-error.js';
import { AnswerReader } from './answer-reader.js';

/** Feeds pieces to a fresh reader; an error counts as an outcome too. */
function read(pieces: readonly Uint8Array[]): { deltas: ModelDelta[]; error?: { kind: string; message: string } } {
  let ids = 0;
  const reader = new AnswerReader({
    model: 'm',
    host: 'host',
    httpStatus: 200,
    knownToolCallIds: new Set(['call_known']),
    offeredTools: new Set(['exec']),
    newToolCallId: () => `call_new_${(ids += 1)}`,
  });
  const deltas: ModelDelta[] = [];
  try {
    for (const piece of pieces) deltas.push(...reader.push(piece));
    deltas.push(...reader.end());
    return { deltas };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { deltas, error: { kind: error.kind, message: error.message } };
  }
}

function fold(deltas: readonly ModelDelta[]): CollectedAnswer {
  const answer = emptyAnswer();
  for (const delta of deltas) addDelta(answer, delta);
  return answer;
}

function split(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...[...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('', ' ', '\n', '<think>', '</think>', '<thi', 'nk>', '<thinking>', '\ud83d', '\ude00', '\u0000', '{"a":', '"}', '[DONE]'),
);
const anyFragment = fc.record(
  {
    index: fc.constantFrom(0, 1, 0, null),
    id: fc.constantFrom('a', 'b', '', null, 7, 'call_known'),
    function: fc.record({ name: fc.constantFrom('exec', 'list', '', null), arguments: fc.constantFrom('{}', '{"a":', '1}', '', null, '{"a":1}') }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const anyPiece = fc.record(
  {
    content: fc.oneof(anyText, fc.constant(null), fc.array(fc.record({ type: fc.constant('text'), text: anyText }), { maxLength: 2 })),
    reasoning_content: fc.oneof(anyText, fc.constant(null)),
    tool_calls: fc.array(anyFragment, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const anyChunk = fc.oneof(
  { weight: 6, arbitrary: anyPiece.map((delta) => ({ model: 'm', choices: [{ index: 0, delta, finish_reason: null }] })) },
  { weight: 1, arbitrary: fc.constantFrom('stop', 'length', 'tool_calls', 'odd', null).map((finish_reason) => ({ choices: [{ delta: {}, finish_reason }] })) },
  { weight: 1, arbitrary: fc.constant({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
/** A body in one of the forms that occur, with any line ends. */
const anyBody = fc.oneof(
  fc
    .tuple(fc.array(anyChunk, { maxLength: 8 }), fc.constantFrom('\n', '\r\n', '\r'), fc.boolean(), fc.constantFrom('', '\uFEFF', ': comment'))
    .map(([chunks, end, done, before]) => `${before}${before === ': comment' ? end : ''}${[...chunks.map((chunk) => JSON.stringify(chunk)), ...(done ? ['[DONE]'] : [])].map((data) => `data: ${data}${end}${end}`).join('')}`),
  anyPiece.map((message) => JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] })),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

describe('AnswerReader', () => {
  test('gives the same answer wherever the bytes are cut', () => {
    fc.assert(
      fc.property(anyBody, fc.array(fc.nat(), { maxLength: 40 }), (body, cuts) => {
        const bytes = new TextEncoder().encode(body);
        const whole = read([bytes]);
        const cut = read(split(bytes, cuts));
        expect(cut.error).toEqual(whole.error);
        expect(fold(cut.deltas)).toEqual(fold(whole.deltas));
      }),
      { numRuns: 1_000 },
    );
  });

  test('gives the same answer byte by byte', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const bytes = new TextEncoder().encode(body);
        const whole = read([bytes]);
        const cut = read(Array.from(bytes, (byte) => new Uint8Array([byte])));
        expect(cut.error).toEqual(whole.error);
        expect(fold(cut.deltas)).toEqual(fold(whole.deltas));
      }),
      { numRuns: 300 },
    );
  });

  test('whatever comes: a usable answer that ends with one finish, or a ModelError; never blank, never half a character', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const { deltas, error } = read([new TextEncoder().encode(body)]);
        const finishes = deltas.filter((delta) => delta.type === 'finish');
        expect(finishes).toHaveLength(error === undefined ? 1 : 0);
        if (error === undefined) expect(deltas.at(-1)?.type).toBe('finish');
        const answer = fold(deltas);
        if (error === undefined) expect(answer.text.trim() !== '' || answer.toolCalls.length > 0).toBe(true);
        for (const delta of deltas) {
          const said = delta.type === 'text-delta' || delta.type === 'reasoning-delta' ? delta.text : delta.type === 'tool-call' ? delta.arguments : '';
          expect(toWellFormedText(said)).toBe(said);
        }
        const ids = answer.toolCalls.map((call) => call.id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).not.toContain('call_known');
        for (const call of answer.toolCalls) {
          expect(call.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
          if (call.problem === undefined) expect(typeof JSON.parse(call.arguments)).toBe('object');
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
