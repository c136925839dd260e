/** Bytes of a key: enough that no two are ever the same. */
const KEY_BYTES = 16;

/** A key that names one message to the server. Works on pages over plain http too, where `crypto.randomUUID` is missing. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
