import { mkdirSync, mkdtempSync, rmSync, statSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TooManyRequestsError } from '../../common/domain-error.js';
import { PinStore } from '../pin/pin-store.js';
import { SteppedClock } from '../testing/stepped-clock.js';
import { OwnerPin } from './owner-pin.js';

/** A hundredth of the usual work. */
const CHEAP = { ln: 8, r: 8, p: 1 };

describe('the PIN', () => {
  const clock = new SteppedClock();
  let folder: string;
  let file: string;
  let pins: PinStore;
  let owner: OwnerPin;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'jarvis-pin-'));
    file = path.join(folder, 'config', 'pin.json');
    pins = new PinStore(file, clock, CHEAP);
    owner = new OwnerPin(pins, clock);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test.each(['123', '1234567890123', '12 34', '12a4', '', '１２３４', '-1234', '1234\n'])('%j is none, and changes nothing', async (text) => {
    await expect(pins.set(text)).rejects.toThrow('A PIN is 4 to 12 digits');
    expect(pins.isSet()).toBe(false);
  });

  test.each(['0000', '123456789012'])('%s is one; only its hash is kept, for its owner alone', async (pin) => {
    await new PinStore(file, clock).set(pin);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toMatch(/\$scrypt\$ln=15,r=8,p=3\$/);
    expect(readFileSync(file, 'utf8')).not.toContain(`"${pin}"`);
    expect([await owner.check(pin, '10.0.0.1'), await owner.check('4321', '10.0.0.1')]).toEqual([true, false]);
  });

  test('another process sets it anew: the old one is wrong at once', async () => {
    await pins.set('1234');
    const before = owner.generation;
    await new PinStore(file, clock, CHEAP).set('5678');
    expect(owner.generation).not.toBe(before);
    expect([await owner.check('1234', 'a'), await owner.check('5678', 'b')]).toEqual([false, true]);
  });

  test('five wrong ones lock the client out for 300 s, also from the right one, and nobody else', async () => {
    await pins.set('1234');
    for (let failure = 0; failure < 5; failure += 1) expect(await owner.check('0000', '10.0.0.1')).toBe(false);
    const locked = await owner.check('1234', '10.0.0.1').catch((error: unknown) => error);
    expect(locked).toBeInstanceOf(TooManyRequestsError);
    expect(locked).toMatchObject({ retryAfterSeconds: 300 });
    expect(await owner.check('1234', '10.0.0.2')).toBe(true);
    clock.advance(299_000);
    await expect(owner.check('1234', '10.0.0.1')).rejects.toThrow('1 s');
    clock.advance(1_000);
    expect(await owner.check('1234', '10.0.0.1')).toBe(true);
  });

  test('failures do not age, and the right one clears them', async () => {
    await pins.set('1234');
    for (const wrong of ['0', '1', '2', '3']) expect(await owner.check(wrong, 'c')).toBe(false);
    expect(await owner.check('1234', 'c')).toBe(true);
    for (const wrong of ['0', '1', '2', '3']) expect(await owner.check(wrong, 'c')).toBe(false);
    clock.advance(86_400_000);
    expect(await owner.check('4', 'c')).toBe(false);
    await expect(owner.check('1234', 'c')).rejects.toThrow(TooManyRequestsError);
  });

  test('guessing in parallel gains nothing', async () => {
    await pins.set('0019');
    const guesses = Array.from({ length: 20 }, (_, guess) => owner.check(String(guess).padStart(4, '0'), 'd').catch(() => 'locked'));
    expect(await Promise.all(guesses)).toEqual([...Array<boolean>(5).fill(false), ...Array<string>(15).fill('locked')]);
  });

  test.each<[string, () => void]>([
    ['damaged', () => writeFileSync(file, '{}')],
    ['a folder', () => mkdirSync(file)],
  ])('a file that is %s counts as a PIN that nobody knows', async (_what, spoil) => {
    mkdirSync(path.dirname(file), { recursive: true });
    spoil();
    expect(pins.isSet()).toBe(true);
    await expect(owner.check('1234', 'e')).rejects.toThrow('jarvis pin set');
  });
});
