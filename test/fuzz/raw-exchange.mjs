import { connect } from 'node:net';

/** Milliseconds until an exchange that did not end counts as hanging. */
const EXCHANGE_TIMEOUT_MS = 20_000;

/**
 * Milliseconds of silence after which the sending half is closed. Not at once: Node takes that for the end of the client and
 * would never answer. Not never: what waits for the rest of a cut request would wait for half a minute.
 */
const SILENCE_MS = 500;

/** Bytes of an answer that are kept. */
const KEPT_BYTES = 2_000_000;

/**
 * Sends bytes over a socket of their own. Resolves with what came back until the server closed:
 * `{bytes, outcome}`, outcome being `closed`, `refused` (no connection) or `timeout`.
 */
export function exchange(port, bytes) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const received = [];
    let length = 0;
    let connected = false;
    const finish = (outcome) => {
      clearTimeout(timer);
      clearTimeout(silence);
      socket.destroy();
      resolve({ outcome, bytes: Buffer.concat(received) });
    };
    const timer = setTimeout(() => finish('timeout'), EXCHANGE_TIMEOUT_MS);
    const silence = setTimeout(() => socket.end(), SILENCE_MS);
    socket.on('connect', () => {
      connected = true;
      socket.write(bytes);
    });
    socket.on('data', (chunk) => {
      silence.refresh();
      if (length < KEPT_BYTES) received.push(chunk);
      length += chunk.length;
    });
    // The server may cut a request that it does not want; what it had answered still counts.
    socket.on('error', () => undefined);
    socket.on('end', () => finish('closed'));
    socket.on('close', () => finish(connected ? 'closed' : 'refused'));
  });
}

/** The answers in a stream of bytes, in order, interim ones (100) left out: `{status, headers, body}`. */
export function parseAnswers(bytes, { isHead = false } = {}) {
  const answers = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    const lines = rest.subarray(0, end === -1 ? rest.length : end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(lines[0])?.[1]);
    if (end === -1 || Number.isNaN(status)) return [...answers, { status: Number.NaN, headers: {}, body: rest.toString('utf8') }];
    const headers = Object.fromEntries(lines.slice(1).map((line) => [line.split(':')[0].toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
    const after = rest.subarray(end + 4);
    // What is no HTTP is answered before its method is known, so a HEAD may get a body then.
    const isBodiless = status < 200 || (isHead && after.subarray(0, 2).toString() !== '{"');
    const { body, length } = isBodiless ? { body: '', length: 0 } : readBody(after, headers);
    if (status >= 200) answers.push({ status, headers, body });
    rest = after.subarray(length);
  }
  return answers;
}

function readBody(bytes, headers) {
  if (headers['transfer-encoding'] === 'chunked') return readChunks(bytes);
  const length = headers['content-length'] === undefined ? bytes.length : Math.min(bytes.length, Number(headers['content-length']));
  return { body: bytes.subarray(0, length).toString('utf8'), length };
}

function readChunks(bytes) {
  const parts = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = lineEnd === -1 ? Number.NaN : Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (Number.isNaN(size)) return { body: Buffer.concat(parts).toString('utf8'), length: bytes.length };
    if (size === 0) return { body: Buffer.concat(parts).toString('utf8'), length: lineEnd + 4 };
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
