import fc from 'fast-check';
import { ResponseTextReader } from './response-text.js';

function read(pieces: readonly string[]): string[] {
  const reader = new ResponseTextReader();
  return pieces.map((piece) => reader.push(piece));
}

describe('ResponseTextReader', () => {
  it('gives the text as it comes and nothing of the JSON around it', () => {
    expect(read(['{"resp', 'onse": "Hel', 'lo', ' there"', ', "logSummary": "secret"}'])).toEqual(['', 'Hel', 'lo', ' there', '']);
  });

  it('reads the field wherever it stands, and no field of that name further in', () => {
    expect(read(['{"logSummary":"x","meta":{"response":"no"},"list":["response"],"response":"yes"}']).join('')).toBe('yes');
  });

  it('gives nothing for text that is no object', () => {
    expect(read(['Hello "response": "x"', ' {"response":"y"}']).join('')).toBe('');
    expect(read(['"response"']).join('')).toBe('');
    expect(read(['[{"response":"x"}]']).join('')).toBe('');
  });

  it('never cuts an escape or a surrogate pair, however the text is split', () => {
    const text = fc.string({ unit: fc.oneof(fc.constantFrom('"', '\\', '\n', '😀', 'é', '\u2028'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })) });
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 8 }), fc.boolean(), (response, cuts, escaped) => {
        const json = JSON.stringify({ response, logSummary: 'x' });
        const source = escaped ? json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`) : json;
        const at = [0, ...cuts.map((cut) => Math.min(cut, source.length)).sort((a, b) => a - b), source.length];
        const given = read(at.slice(1).map((end, index) => source.slice(at[index], end)));
        expect(given.join('')).toBe(response);
        for (const piece of given) expect(Buffer.from(piece).toString()).toBe(piece);
      }),
    );
  });

  it('reads a long answer in pieces of any length as it is, in time and memory that grow with its length', () => {
    const response = 'A line with "quotes", \\ and 😀 é.\n'.repeat(30_000);
    for (const length of [7, 1_000]) {
      const json = JSON.stringify({ response, logSummary: 'x' });
      const reader = new ResponseTextReader();
      const before = process.memoryUsage().heapUsed;
      const given: string[] = [];
      for (let at = 0; at < json.length; at += length) given.push(reader.push(json.slice(at, at + length)));
      expect(given.join('')).toBe(response);
      expect(reader.text).toBe(response);
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
    }
  });
});
