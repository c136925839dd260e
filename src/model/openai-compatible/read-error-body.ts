import type { Clock } from '../../common/clock.js';
import { ERROR_BODY_TIMEOUT_MS, MAX_ERROR_BODY_BYTES } from '../limits.js';
import type { Exchange } from './transport.js';

/**
 * The beginning of an error answer's body. Its status already says what matters, so a body that is slow, endless or
 * broken is taken as far as it came. Never rejects; the connection is closed or free afterwards.
 */
export async function readErrorBody(exchange: Exchange, clock: Clock): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const ended = new AbortController();
  void clock.sleep(ERROR_BODY_TIMEOUT_MS, ended.signal).then(
    () => exchange.body.destroy(),
    () => undefined,
  );
  try {
    for await (const chunk of exchange.body) {
      parts.push(chunk as Uint8Array);
      bytes += (chunk as Uint8Array).byteLength;
      if (bytes >= MAX_ERROR_BODY_BYTES) break;
    }
  } catch {
    // What came before it broke is what there is.
  } finally {
    ended.abort();
    exchange.release();
  }
  return Buffer.concat(parts).subarray(0, MAX_ERROR_BODY_BYTES).toString('utf8').replace(/^\uFEFF/, '');
}
