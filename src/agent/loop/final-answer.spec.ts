import { parseFinalAnswer } from './final-answer.js';

const answer = { response: 'a', logSummary: 'b' };

describe('parseFinalAnswer', () => {
  test.each([
    ['the contract', '{"response":"a","logSummary":"b"}', undefined],
    ['a byte order mark', '\uFEFF{"response":"a","logSummary":"b"}', undefined],
    ['a code fence', '```json\n{"response":"a","logSummary":"b"}\n```', 'a code fence was taken off'],
    ['text around it', 'Sure! {"response":"a","logSummary":"b"} Done.', 'text around the JSON object was taken off'],
    ['a trailing comma', '{"response":"a","logSummary":"b",}', 'the answer was read leniently; the JSON was mended'],
    ['smart quotes', '{“response”:“a”,“logSummary”:“b”}', 'the answer was read leniently; the JSON was mended'],
    ['a missing brace', '{"response":"a","logSummary":"b"', 'the answer was read leniently; the JSON was mended'],
  ])('reads %s', (_name, text, repair) => {
    expect(parseFinalAnswer(text)).toEqual({ ok: true, answer, ...(repair === undefined ? {} : { repair }) });
  });

  test('keeps a fence and a raw line break within the response', () => {
    expect(parseFinalAnswer('{"response":"use ```js\nx\n``` here"}')).toMatchObject({ ok: true, answer: { response: 'use ```js\nx\n``` here', logSummary: '' } });
  });

  test.each([
    ['nothing', ' ', 'empty'],
    ['prose', 'Hello.', 'not JSON'],
    ['another value', '42', 'not a JSON object'],
    ['a response that is no text', '{"response":{"a":1}}', 'missing or not a string'],
    ['one that is too deep for whatever reads it next', `{"response":"a","checkpoint":{"state":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`, 'nested deeper'],
    ['a response that says nothing', '{"response":" \\n","logSummary":"b"}', 'blank'],
  ])('refuses %s', (_name, text, problem) => {
    expect(parseFinalAnswer(text)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
  });

  test('says what a checkpoint says where there is no text for the person', () => {
    const text = '{"response":"","logSummary":"b","checkpoint":{"progress":"p","remaining":["x",{"y":1}]}}';
    expect(parseFinalAnswer(text)).toMatchObject({ ok: true, answer: { response: 'p\n\n- x\n- {"y":1}', checkpoint: { progress: 'p', remaining: '- x\n- {"y":1}', failedApproaches: [], state: {} } } });
  });

  test('refuses a checkpoint that says nothing either', () => {
    expect(parseFinalAnswer('{"response":"","checkpoint":{}}')).toEqual({ ok: false, problem: expect.stringContaining('blank') });
  });

  test('does not take half an answer for a whole one', () => {
    const half = '{"response":"The first step is';
    expect(parseFinalAnswer(half, 'length')).toEqual({ ok: false, problem: expect.stringContaining('output limit') });
    expect(parseFinalAnswer(half, 'unknown')).toEqual({ ok: false, problem: 'it ends in the middle' });
    expect(parseFinalAnswer('{"response":"a","logSummary":"b",}', 'length')).toMatchObject({ ok: true, answer });
    expect(parseFinalAnswer('Hello.', 'unknown')).toEqual({ ok: false, problem: expect.stringContaining('not JSON') });
  });
});
