import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PAGE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../ui/dist');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** The strictest policy that the page must live under: no inline script or style, no data: address, nothing from elsewhere. */
export const STRICT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

async function readJson(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
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
 * remembers every request. A chat request without a scripted answer waits until one is scripted.
 */
export class ScriptedServer {
  requests = [];
  health = { status: 'ok', version: '0.0.0', uptimeSeconds: 1 };
  approvals = undefined;
  #answers = [];
  #waiting = [];
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

  /** Scripts the next answer of `POST /api/chat`. */
  answer(body, status = 200, headers = {}) {
    const scripted = { status, headers, body };
    const waiting = this.#waiting.shift();
    if (waiting) waiting(scripted);
    else this.#answers.push(scripted);
  }

  /** Scripts an answer that is not JSON, e.g. a proxy's page. */
  answerText(text, status) {
    this.answer({ text }, status, { 'content-type': 'text/html' });
  }

  /** Bodies of the chat requests so far. */
  get messages() {
    return this.requests.filter((request) => request.path === '/api/chat').map((request) => request.body);
  }

  /** Chat requests whose client still waits for an answer. */
  get waitingCount() {
    return this.#waiting.length;
  }

  /** Forgets requests and scripts; what still waits is told so. */
  reset() {
    this.requests = [];
    this.approvals = undefined;
    this.health = { status: 'ok', version: '0.0.0', uptimeSeconds: 1 };
    this.#answers = [];
    for (const waiting of this.#waiting.splice(0)) waiting({ status: 503, headers: {}, body: { error: 'The test is over.' } });
  }

  async stop() {
    this.reset();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request, response) {
    const body = request.method === 'POST' ? await readJson(request) : undefined;
    this.requests.push({ method: request.method, path: request.url, headers: request.headers, body });
    if (request.url === '/api/chat') return this.#chat(response);
    if (request.url === '/api/health') return sendJson(response, 200, this.health);
    if (request.url === '/api/approvals') {
      return this.approvals ? sendJson(response, 200, this.approvals) : sendJson(response, 404, { error: 'Not found.' });
    }
    if (/^\/api\/(approvals\/|sessions\/.*\/abort$)/.test(request.url)) return sendJson(response, 200, { status: 'ok' });
    return sendPage(request, response);
  }

  async #chat(response) {
    const scripted = this.#answers.shift() ?? (await this.#nextAnswer(response));
    if (scripted.headers['content-type']) response.writeHead(scripted.status, scripted.headers).end(scripted.body.text);
    else sendJson(response, scripted.status, scripted.body, scripted.headers);
  }

  /** Waits until an answer is scripted. A client that goes away meanwhile takes none. */
  #nextAnswer(response) {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      response.once('close', () => {
        this.#waiting = this.#waiting.filter((waiting) => waiting !== resolve);
      });
    });
  }
}

/** A whole chat answer around what a test is about. */
export function chatAnswer(fields = {}) {
  return { sessionId: 'session-1', response: 'Done.', logSummary: 'A summary for the log.', toolCalls: [], status: 'ok', ...fields };
}
