import { BodyTooLargeError } from '../errors.js';

const KIBIBYTE = 1024;

/** The answer to a body above `bytes`. */
export function bodyTooLarge(bytes: number): BodyTooLargeError {
  const limit = bytes % KIBIBYTE ** 2 === 0 ? `${bytes / KIBIBYTE ** 2} MiB` : `${bytes / KIBIBYTE} KiB`;
  return new BodyTooLargeError(`The body is larger than the limit of ${limit} (${bytes} bytes).`, { limitBytes: bytes });
}
