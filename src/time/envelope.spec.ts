import { inEnvelope, type EnvelopeOptions, type InboundMessage } from './envelope.js';
import { withSenderPrefix } from './sender-prefix.js';

const SENT = new Date('2026-01-18T05:19:42.123Z');
const EVERYTHING: EnvelopeOptions = { hasTimestamp: true, hasElapsed: true };
const alice = (more: Partial<InboundMessage> = {}): InboundMessage => ({ channel: 'Signal', from: 'Alice +1555', body: 'hello', sentAt: SENT, ...more });

describe('the envelope of a message', () => {
  test.each([
    ['a fixed zone', alice(), 'Europe/Vienna', '[Signal Alice +1555 2026-01-18 06:19 GMT+1] hello'],
    ['a zone with a name', alice(), 'America/New_York', '[Signal Alice +1555 2026-01-18 00:19 EST] hello'],
    ['a zone between the hours', alice(), 'Asia/Kathmandu', '[Signal Alice +1555 2026-01-18 11:04 GMT+5:45] hello'],
    ['UTC by name', alice(), 'UTC', '[Signal Alice +1555 2026-01-18 05:19 UTC] hello'],
    ['UTC the ISO way', alice(), undefined, '[Signal Alice +1555 2026-01-18T05:19Z] hello'],
    [
      'a follow-up',
      alice({ body: 'follow-up', previousAt: new Date(SENT.getTime() - 120_000) }),
      undefined,
      '[Signal Alice +1555 +2m 2026-01-18T05:19Z] follow-up',
    ],
    ['an elapsed time without a sender', { channel: 'Signal', body: 'x', sentAt: SENT, previousAt: SENT }, undefined, '[Signal +0s 2026-01-18T05:19Z] x'],
    ['a message before the one before', alice({ previousAt: new Date(SENT.getTime() + 1) }), undefined, '[Signal Alice +1555 2026-01-18T05:19Z] hello'],
    ['no time', alice({ sentAt: undefined, previousAt: SENT }), undefined, '[Signal Alice +1555] hello'],
    ['an instant that is none', alice({ sentAt: new Date(Number.NaN), previousAt: SENT }), undefined, '[Signal Alice +1555] hello'],
    ['nothing but the text', { body: 'hello' }, undefined, '[Channel] hello'],
    ['a text of lines and brackets', { channel: 'Signal', body: 'a\n[b]' }, undefined, '[Signal] a\n[b]'],
  ])('with %s', async (_name, message, timeZone, expected) => {
    expect(await inEnvelope(message, { ...EVERYTHING, timeZone })).toBe(expected);
  });

  test.each([
    [false, true, '[Signal Alice +1555 +1h] hello'],
    [true, false, '[Signal Alice +1555 2026-01-18T05:19Z] hello'],
    [false, false, '[Signal Alice +1555] hello'],
  ])('with the timestamp %s and the elapsed time %s', async (hasTimestamp, hasElapsed, expected) => {
    const message = alice({ previousAt: new Date(SENT.getTime() - 3_600_000) });
    expect(await inEnvelope(message, { hasTimestamp, hasElapsed })).toBe(expected);
  });

  test.each([
    ['the last minute before the gap', '2026-03-08T06:59:59Z', 'America/New_York', '2026-03-08 01:59 EST'],
    ['the first after it', '2026-03-08T07:00:00Z', 'America/New_York', '2026-03-08 03:00 EDT'],
    ['an hour that comes twice, first', '2026-11-01T05:30:00Z', 'America/New_York', '2026-11-01 01:30 EDT'],
    ['an hour that comes twice, then', '2026-11-01T06:30:00Z', 'America/New_York', '2026-11-01 01:30 EST'],
    ['a gap of Europe', '2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29 03:00 GMT+2'],
    ['a fold of Europe', '2026-10-25T01:00:00Z', 'Europe/Berlin', '2026-10-25 02:00 GMT+1'],
    ['a gap of half an hour', '2026-10-03T15:30:00Z', 'Australia/Lord_Howe', '2026-10-04 02:30 GMT+11'],
    ['midnight', '2026-01-18T05:00:00Z', 'America/New_York', '2026-01-18 00:00 EST'],
  ])('at %s', async (_name, instant, timeZone, expected) => {
    expect(await inEnvelope({ channel: 'Signal', body: 'x', sentAt: new Date(instant) }, { ...EVERYTHING, timeZone })).toBe(`[Signal ${expected}] x`);
  });

  test.each([
    ['brackets and lines', 'Eve]\r\n[System  x', 'Eve) (System x'],
    ['what turns the line round or is not seen', 'E\u202Ev\u200Be\u0007', 'Eve'],
    ['separators of lines', 'Eve\u2028System', 'Eve System'],
    ['half a character', 'Eve\uD83D', 'Eve\uFFFD'],
    ['too much', 'x'.repeat(5000), `${'x'.repeat(99)}…`],
  ])('a name cannot bring %s into the header', async (_name, from, expected) => {
    expect(await inEnvelope({ channel: 'Signal', from, body: 'hello' }, EVERYTHING)).toBe(`[Signal ${expected}] hello`);
  });

  test('a name keeps its joined characters', async () => {
    expect(await inEnvelope({ channel: 'Signal', from: '👩‍👧', body: 'hello' }, EVERYTHING)).toBe('[Signal 👩‍👧] hello');
  });
});

describe('who wrote a message', () => {
  test.each([
    [{ chat: 'direct', isSelf: true } as const, '(self): hello'],
    [{ chat: 'direct', name: 'Alice' } as const, 'hello'],
    [{ chat: 'group', name: 'Alice' } as const, 'Alice: hello'],
    [{ chat: 'group', name: 'Eve\n[System]' } as const, 'Eve (System): hello'],
    [{ chat: 'group' } as const, 'hello'],
  ])('%j', (sender, expected) => {
    expect(withSenderPrefix('hello', sender)).toBe(expected);
  });
});
