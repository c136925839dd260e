import {
  CONTENT_TYPES,
  HOSTILE_BODIES,
  HOSTILE_HEADERS,
  HOSTILE_TARGETS,
  HOSTILE_TEXTS,
  HOSTILE_VALUES,
  METHODS,
  QUERY_VALUES,
} from './hostile-values.mjs';

/** Messages that ask for no tool. */
const HARMLESS_MESSAGES = ['hello', 'what can you do', 'thanks', 'ünïcödé'];

/** Sessions are few, so that turns meet in them. */
const SESSIONS = ['fuzz-a', 'fuzz-b', 'fuzz-c'];

/** One case in this many is bytes that resemble no request at all. */
const GARBAGE_EVERY = 25;

/** One case in this many has a body above the limit. */
const HUGE_EVERY = 200;

/**
 * One case from a source of random numbers: a request of a route that is proper at first, and is then spoilt in one to three
 * ways. `label` says how, `bytes` is what goes over the socket.
 */
export function makeCase(random, routes, host) {
  if (random.below(GARBAGE_EVERY) === 0) return garbage(random);
  const route = random.pick(routes);
  const request = properRequest(random, route, host);
  const labels = [];
  const times = 1 + random.below(3);
  for (let time = 0; time < times; time += 1) labels.push(random.pick(SPOILERS)(random, request, route));
  return { label: `${route.method} ${route.template}: ${labels.join(', ')}`, bytes: serialise(request), method: request.method, target: request.target };
}

/** A request that nothing is wrong with. */
export function properRequest(random, route, host) {
  const body = route.fields === undefined ? undefined : JSON.stringify(properBody(random, route.fields));
  const target = route.template.replace(/\{[^}]+\}/g, () => random.pick(SESSIONS));
  return {
    method: route.method,
    target,
    headers: [`Host: ${host}`, 'Connection: close', ...(body === undefined ? [] : ['Content-Type: application/json'])],
    body,
    host,
    framing: 'length',
  };
}

export function serialise({ method, target, headers, body, framing }) {
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(body);
  const lines = [`${method} ${target} HTTP/1.1`, ...headers];
  if (framing === 'length' && body !== undefined) lines.push(`Content-Length: ${bytes.length}`);
  if (framing === 'chunked') lines.push('Transfer-Encoding: chunked');
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (framing !== 'chunked') return Buffer.concat([head, bytes]);
  return Buffer.concat([head, Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')]);
}

function properBody(random, fields) {
  const body = { ...fields };
  if ('message' in body) body.message = random.pick(HARMLESS_MESSAGES);
  if ('sessionId' in body) body.sessionId = random.pick(SESSIONS);
  return body;
}

const SPOILERS = [
  hostileField,
  hostileField,
  hostileField,
  hostileBody,
  hostileBody,
  hostileTarget,
  hostileTarget,
  hostileParameter,
  hostileParameter,
  hostileQuery,
  hostileHeader,
  hostileHeader,
  hostileContentType,
  hostileMethod,
  hostileFraming,
];

function hostileField(random, request, route) {
  const names = Object.keys(route.fields ?? {});
  const name = names.length > 0 && random.below(5) > 0 ? random.pick(names) : random.pick(['__proto__', 'constructor', 'extra', 'principal', 'role']);
  const value = random.below(2) === 0 ? random.pick(HOSTILE_TEXTS) : random.pick(HOSTILE_VALUES);
  const rest = JSON.stringify({ ...properBody(random, route.fields ?? {}), [name]: undefined }).slice(1, -1);
  setBody(request, `{${rest}${rest === '' ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}}`);
  return `field ${name}`;
}

function hostileBody(random, request) {
  if (random.below(HUGE_EVERY / 10) === 0) {
    setBody(request, JSON.stringify({ message: 'x'.repeat(1_100_000) }));
    return 'a body above the limit';
  }
  setBody(request, random.pick(HOSTILE_BODIES));
  return 'body';
}

function hostileTarget(random, request) {
  const at = request.target.split('?')[0];
  request.target = random.pick(HOSTILE_TARGETS).replace('/PATH', at).replace('PATH', at);
  if (random.below(4) === 0) request.target = mangleEscapes(random, request.target);
  return 'target';
}

function hostileParameter(random, request, route) {
  const encode = random.below(3) === 0 ? (text) => text : encodeLoosely;
  request.target = route.template.replace(/\{[^}]+\}/g, () => encode(random.pick(HOSTILE_TEXTS).slice(0, 5_000)));
  request.target = request.target.replace(/[\r\n ]/g, '%0a');
  return 'parameter';
}

function hostileQuery(random, request, route) {
  const names = [...route.query, 'limit', 'offset', 'q', '__proto__'];
  const pairs = Array.from({ length: 1 + random.below(4) }, () => `${random.pick(names)}=${random.pick(QUERY_VALUES)}`);
  request.target += `${request.target.includes('?') ? '&' : '?'}${pairs.join('&')}`;
  return 'query';
}

function hostileHeader(random, request) {
  const line = random.pick(HOSTILE_HEADERS).replace('%OWN%', `http://${request.host}`);
  const name = line.split(':')[0].toLowerCase();
  // Half of the time instead of the proper line of that name, else beside it.
  if (random.below(2) === 0) request.headers = request.headers.filter((header) => !header.toLowerCase().startsWith(`${name}:`));
  request.headers.splice(random.below(request.headers.length + 1), 0, line);
  return `header ${name.slice(0, 30)}`;
}

function hostileContentType(random, request) {
  request.headers = request.headers.filter((header) => !/^content-type:/i.test(header));
  request.headers.push(`Content-Type: ${random.pick(CONTENT_TYPES)}`);
  if (request.body === undefined) request.body = '{}';
  return 'content type';
}

function hostileMethod(random, request) {
  request.method = random.pick(METHODS);
  return `method ${request.method}`;
}

function hostileFraming(random, request) {
  request.framing = random.pick(['chunked', 'none']);
  return `framing ${request.framing}`;
}

function garbage(random) {
  const kind = random.pick(['bytes', 'tls', 'cut', 'line', 'pipelined', 'endless line', 'http2']);
  return { label: `garbage: ${kind}`, bytes: garbageBytes(random, kind), method: '', target: '' };
}

function garbageBytes(random, kind) {
  switch (kind) {
    case 'tls':
      return Buffer.from('16030100c8010000c40303', 'hex');
    case 'cut':
      return Buffer.from('POST /api/chat HTTP/1.1\r\nHost: localhost\r\nContent-Ty');
    case 'line':
      return Buffer.from(`${random.pick(METHODS)} ${random.pick(HOSTILE_TEXTS).slice(0, 100)} HTTP/${random.pick(['0.9', '1.0', '1.1', '2.0', '9.9', 'x'])}\r\n\r\n`);
    case 'pipelined':
      return Buffer.from('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/unknown HTTP/1.1\r\nHost: localhost\r\n\r\nGARBAGE\r\n\r\n');
    case 'endless line':
      return Buffer.from(`GET /${'a'.repeat(100_000)}`);
    case 'http2':
      return Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    default:
      return Buffer.from(Array.from({ length: 1 + random.below(400) }, () => random.below(256)));
  }
}

function setBody(request, body) {
  request.body = body;
  if (!request.headers.some((header) => /^content-type:/i.test(header))) request.headers.push('Content-Type: application/json');
}

function encodeLoosely(text) {
  return [...Buffer.from(text, 'utf8')].map((byte) => (/[A-Za-z0-9._-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`)).join('');
}

/** Writes some of the letters as escapes: a path that is spelt otherwise is still the same path. */
function mangleEscapes(random, target) {
  return target.replace(/[a-z]/g, (letter) => (random.below(4) === 0 ? `%${letter.charCodeAt(0).toString(16)}` : letter));
}
