import { InvalidInputError } from '../common/domain-error.js';

/** Printable ASCII, as the header may carry it. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The value of an Idempotency-Key header, or undefined where there is none. Throws InvalidInputError for an unfit one. */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (!KEY.test(header)) {
    throw new InvalidInputError('Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.', { field: 'Idempotency-Key' });
  }
  return header;
}
