import { AnswerTextReader, HEARTBEAT_OK, JSON_CONTRACT, NO_REPLY, readAnswer, type AnswerFormat } from './answer-format.js';

const PLAIN: AnswerFormat = { isPlain: true, silentTokens: [NO_REPLY] };
const HEARTBEAT: AnswerFormat = { isPlain: false, silentTokens: [NO_REPLY, HEARTBEAT_OK] };
const response = (text: string, format = JSON_CONTRACT): string | undefined => {
  const parsed = readAnswer(text, 'stop', format);
  return parsed.ok ? parsed.answer.response : undefined;
};

describe('readAnswer', () => {
  test.each(['NO_REPLY', ' no_reply\n', 'No_Reply'])('takes the bare token %j for an answer', (text) => expect(response(text)).toBe('NO_REPLY'));

  test.each([
    ['{"response":"NO_REPLY","logSummary":"x"}', 'NO_REPLY'],
    ['{"response":"Done.\\n\\nNO_REPLY","logSummary":"x"}', 'Done.'],
    ['{"response":"Say NO_REPLY, please.","logSummary":"x"}', 'Say NO_REPLY, please.'],
    ['{"response":"ends in no_reply","logSummary":"x"}', 'ends in no_reply'],
  ])('%s reads %s', (text, expected) => expect(response(text)).toBe(expected));

  test('HEARTBEAT_OK is silence in heartbeats alone', () => {
    expect(response('HEARTBEAT_OK', HEARTBEAT)).toBe('HEARTBEAT_OK');
    expect(response('HEARTBEAT_OK')).toBeUndefined();
  });

  test('plain text is the answer where no contract is asked for, and no text is none', () => {
    expect(response(' Hello {there}. ', PLAIN)).toBe('Hello {there}.');
    expect(response('  ', PLAIN)).toBeUndefined();
    expect(response('Hello.')).toBeUndefined();
  });
});

describe('AnswerTextReader', () => {
  const shown = (pieces: readonly string[], format = JSON_CONTRACT): string[] => {
    const reader = new AnswerTextReader(format);
    return pieces.map((piece) => reader.push(piece)).filter((text) => text !== '');
  };

  test('shows nothing of a silent token, in whatever pieces it comes', () => {
    expect(shown(['{"respo', 'nse":"N', 'O', '_RE', 'PLY"', ',"logSummary":"x"}'])).toEqual([]);
    expect(shown(['NO', '_REPLY'], PLAIN)).toEqual([]);
  });

  test('gives what was kept back as soon as it is no token', () => {
    expect(shown(['{"response":"N', 'O', '', 'W or never'])).toEqual(['NOW or never']);
    expect(shown(['No', 'body.', ' Hm.'], PLAIN)).toEqual(['Nobody.', ' Hm.']);
    expect(shown(['{"response":"Yes', ', sir"'])).toEqual(['Yes', ', sir']);
  });
});
