import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { SCRYPT_COST } from '../limits.js';

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const HASH = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{16,86})\$([A-Za-z0-9+/]{43})$/;

/** How much work one guess is. */
export interface ScryptCost {
  /** Binary logarithm of N. */
  ln: number;
  r: number;
  p: number;
}

/** The hash of a PIN with a fresh salt, in the PHC string format: `$scrypt$ln=15,r=8,p=3$salt$key`. */
export async function hashPin(pin: string, cost: ScryptCost = SCRYPT_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(pin, salt, cost);
  const { ln, r, p } = cost;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(key)}`;
}

/** Whether a hash is of this PIN. Takes the same time whatever the PIN is. */
export async function isPinOf(hash: string, pin: string): Promise<boolean> {
  const [, ln, r, p, salt = '', key = ''] = HASH.exec(hash) ?? [];
  const expected = Buffer.from(key, 'base64');
  const derived = await derive(pin, Buffer.from(salt, 'base64'), { ln: Number(ln), r: Number(r), p: Number(p) });
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

/** Whether a text is a hash of `hashPin`. */
export function isPinHash(text: unknown): text is string {
  return typeof text === 'string' && HASH.test(text);
}

function derive(pin: string, salt: Buffer, { ln, r, p }: ScryptCost): Promise<Buffer> {
  const N = 2 ** ln;
  // What the function needs by its definition (RFC 7914), and a little more.
  const maxmem = 256 * N * r;
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, KEY_BYTES, { N, r, p, maxmem }, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
