import http from 'node:http';

/** One client with open connections that are used again, so that a measurement is not of connection set-up. */
export class HttpClient {
  /** `keepAlive: false` opens a connection for each request: one that is idle for long may be closed at the moment in which it is used again. */
  constructor({ connections = 1, keepAlive = true } = {}) {
    this.agent = new http.Agent({ keepAlive, maxSockets: connections });
  }

  /** Sends a request and reads the whole answer. Rejects where the connection breaks. */
  request(url, { method = 'GET', headers = {}, body, timeoutMs = 60_000 } = {}) {
    return new Promise((resolve, reject) => {
      const sent = http.request(url, { method, agent: this.agent, headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) } }, (response) => {
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }));
      });
      sent.setTimeout(timeoutMs, () => sent.destroy(new Error(`No answer within ${timeoutMs} ms.`)));
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** Posts JSON and parses the JSON answer. */
  async postJson(url, value, { headers = {}, ...options } = {}) {
    const answer = await this.request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value), ...options });
    return { ...answer, json: parse(answer.body) };
  }

  async getJson(url, options) {
    const answer = await this.request(url, options);
    return { ...answer, json: parse(answer.body) };
  }

  close() {
    this.agent.destroy();
  }
}

function parse(body) {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
