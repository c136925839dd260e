import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ScriptedRun } from './scripted-run.mjs';

const PAGE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../ui/dist');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const HEALTH = { status: 'ok', version: '0.0.0', uptimeSeconds: 1 };

/** The strictest policy that the page must live under: no inline script or style, no data: address, nothing from elsewhere. */
export const STRICT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** A JSON body parsed; any other as text. */
async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  if (!request.headers['content-type']?.startsWith('application/json')) return text;
  return text === '' ? undefined : JSON.parse(text);
}

function sendReply(response, reply) {
  const isWhole = typeof reply?.status === 'number' && 'body' in reply;
  if (isWhole) sendJson(response, reply.status, reply.body, reply.headers);
  else sendJson(response, 200, reply);
}

function sendJson(response, status, body, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function sendPage(request, response) {
  const name = request.url === '/' ? 'index.html' : path.normalize(request.url.slice(1));
  try {
    const content = await readFile(path.join(PAGE, name));
    response.writeHead(200, { 'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream', 'content-security-policy': STRICT_POLICY });
    response.end(content);
  } catch {
    sendJson(response, 404, { error: 'Not found.' });
  }
}

/**
 * A server that serves the built page and gives the answers it was told, one for each chat request, in order. It
 * remembers every request. A chat request without a scripted answer begins a run that waits for what the test makes of it.
 */
export class ScriptedServer {
  requests = [];
  health = HEALTH;
  approvals = undefined;
  /** All runs, in order; a test may put one there that no request began. */
  runs = [];
  /** Sessions as `GET /api/sessions/:id` gives them, newest first. */
  transcripts = [];
  #answers = [];
  #replies = new Map();
  #server = createServer((request, response) => {
    this.#handle(request, response).catch((error) => sendJson(response, 500, { error: String(error) }));
  });

  /** Listens on a free loopback port. */
  static async start() {
    const server = new ScriptedServer();
    await new Promise((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  /**
   * Ends the oldest run that is watched with this answer; where none is, scripts the next answer of `POST /api/chat`. A status other than
   * 200 is sent as JSON before the first frame.
   */
  answer(body, status = 200, headers = {}) {
    const waiting = this.activeRuns.find((run) => run.watcherCount > 0);
    if (waiting && status === 200) waiting.endWith(body);
    else if (waiting) waiting.fail(body.error, body.status);
    else this.#answers.push({ status, headers, body });
  }

  /**
   * Answers every request for `route` ("GET /api/memories", without a query) from now on: with this body, or with what the function makes of
   * `{query, body, headers}`, a body or `{status, body}`.
   */
  reply(route, answer) {
    this.#replies.set(route, answer);
  }

  /** Scripts an answer that is not JSON, e.g. a proxy's page. */
  answerText(text, status) {
    this.#answers.push({ body: { text }, status, headers: { 'content-type': 'text/html' } });
  }

  /** Runs that have not ended, oldest first. */
  get activeRuns() {
    return this.runs.filter((run) => !run.isEnded);
  }

  /** Bodies of the chat requests so far. */
  get messages() {
    return this.requests.filter((request) => request.path === '/api/chat').map((request) => request.body);
  }

  /** Requests so far with this method and path. */
  requestsTo(method, path) {
    return this.requests.filter((request) => request.method === method && request.path === path);
  }

  /** Pages that watch a run now. */
  get watcherCount() {
    return this.runs.reduce((sum, run) => sum + run.watcherCount, 0);
  }

  /** Begins a run that no request of the page asked for, e.g. one of another device. */
  begin(sessionId) {
    const run = new ScriptedRun(sessionId);
    this.runs.push(run);
    return run;
  }

  /** Forgets requests and scripts; what still runs is told so. */
  reset() {
    for (const run of this.activeRuns) run.fail('The test is over.');
    this.requests = [];
    this.runs = [];
    this.transcripts = [];
    this.approvals = undefined;
    this.health = HEALTH;
    this.#answers = [];
    this.#replies.clear();
  }

  async stop() {
    this.reset();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request, response) {
    const body = ['POST', 'PATCH', 'PUT'].includes(request.method) ? await readBody(request) : undefined;
    this.requests.push({ method: request.method, path: request.url, headers: request.headers, body });
    const { pathname, searchParams } = new URL(request.url, this.url);
    const [, area, name, id, part] = pathname.split('/').map(decodeURIComponent);
    if (area !== 'api') return sendPage(request, response);
    const reply = this.#replies.get(`${request.method} ${pathname}`);
    if (reply !== undefined) return sendReply(response, typeof reply === 'function' ? reply({ query: searchParams, body, headers: request.headers }) : reply);
    if (name === 'chat') return this.#chat(body, response);
    if (name === 'health') return sendJson(response, 200, this.health);
    if (name === 'runs') return this.#run(id, request, response);
    if (name === 'sessions' && id === undefined) return sendJson(response, 200, this.#list(searchParams));
    if (name === 'sessions' && part === undefined) return this.#session(request.method, id, body, response);
    if (name === 'approvals' && id === undefined && !this.approvals) return sendJson(response, 404, { error: 'Not found.' });
    if (name === 'approvals' && id === undefined) return sendJson(response, 200, this.approvals);
    if (name === 'approvals' || name === 'sessions') return sendJson(response, 200, { status: 'ok' });
    return sendJson(response, 404, { error: 'Not found.' });
  }

  #chat(body, response) {
    const scripted = this.#answers.shift();
    if (scripted?.headers['content-type']) return response.writeHead(scripted.status, scripted.headers).end(scripted.body.text);
    if (scripted && scripted.status !== 200) return sendJson(response, scripted.status, scripted.body, scripted.headers);
    const run = this.begin(scripted?.body.sessionId ?? body.sessionId ?? 'session-1');
    run.watch(response);
    if (scripted) run.endWith(scripted.body);
  }

  #run(id, request, response) {
    if (id === undefined) return sendJson(response, 200, { runs: this.activeRuns.map(({ runId, sessionId }) => ({ runId, sessionId })) });
    const run = this.runs.find((one) => one.runId === id);
    if (run === undefined) return sendJson(response, 404, { error: 'There is no such run.' });
    run.watch(response, Number(request.headers['last-event-id'] ?? 0));
  }

  #list(parameters) {
    const search = (parameters.get('search') ?? '').toLowerCase();
    const found = this.transcripts.filter(({ title }) => title.toLowerCase().includes(search));
    const start = Number(parameters.get('cursor') ?? 0);
    const end = start + Number(parameters.get('limit') ?? 50);
    const sessions = found.slice(start, end).map(({ sessionId, title, metadata }) => ({ sessionId, title, lastTs: metadata.updatedAt }));
    return { sessions, total: found.length, ...(end < found.length && { nextCursor: String(end) }) };
  }

  #session(method, id, body, response) {
    const session = this.transcripts.find(({ sessionId }) => sessionId === id);
    if (session === undefined) return sendJson(response, 404, { error: 'There is no such session.' });
    if (method === 'PATCH') session.title = body.name;
    if (method !== 'DELETE') return sendJson(response, 200, session);
    this.transcripts.splice(this.transcripts.indexOf(session), 1);
    return sendJson(response, 200, { sessionId: id, deleted: true });
  }
}

/** A whole chat answer around what a test is about. */
export function chatAnswer(fields = {}) {
  return { sessionId: 'session-1', response: 'Done.', logSummary: 'A summary for the log.', toolCalls: [], status: 'ok', ...fields };
}
