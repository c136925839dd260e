import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PYTHON = '/usr/bin/python3';
const PROGRAM = '/usr/lib/python3/dist-packages/searx/webapp.py';
const EXAMPLE = '/usr/share/doc/searx/examples/settings.yml';

/** Polls until searx listens: it needs some seconds to load. */
const READY_POLL_MS = 100;
const READY_TRIES = 600;

/** One page that the engine behind searx knows. */
export interface KnownPage {
  title: string;
  url: string;
  content: string;
}

/** Debian's package `searx`, really running on loopback; the one engine that it asks is an upstream of the test's own. */
export class Searx {
  /** What the upstream finds, whatever it is asked. */
  pages: readonly KnownPage[] = [];
  /** What the upstream was asked. */
  readonly queries: string[] = [];
  private readonly upstream: Server = createServer((request, response) => {
    this.queries.push(new URL(request.url ?? '/', 'http://upstream').searchParams.get('q') ?? '');
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ items: this.pages }));
  });
  private program: ChildProcess | undefined;
  private directory = '';
  private output = '';

  private constructor(readonly url: string) {}

  static get isInstalled(): boolean {
    return existsSync(PROGRAM) && existsSync(EXAMPLE) && existsSync(PYTHON);
  }

  /** Starts it on a free port. Rejects with its output where it does not come up. */
  static async start(): Promise<Searx> {
    const port = await freePort();
    const searx = new Searx(`http://127.0.0.1:${port}`);
    await searx.run(port);
    return searx;
  }

  async stop(): Promise<void> {
    if (this.program?.exitCode === null) {
      const gone = once(this.program, 'exit');
      this.program.kill('SIGKILL');
      await gone;
    }
    this.upstream.closeAllConnections();
    this.upstream.close();
    await rm(this.directory, { recursive: true, force: true });
  }

  private async run(port: number): Promise<void> {
    this.upstream.listen(0, '127.0.0.1');
    await once(this.upstream, 'listening');
    this.directory = await mkdtemp(path.join(tmpdir(), 'jarvis-searx-'));
    const settings = path.join(this.directory, 'settings.yml');
    await writeFile(settings, settingsFor(port, (this.upstream.address() as AddressInfo).port));
    this.program = spawn(PYTHON, [PROGRAM], { cwd: this.directory, env: { PATH: process.env.PATH ?? '', HOME: this.directory, SEARX_SETTINGS_PATH: settings }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.program.stdout, this.program.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    for (let tries = 0; tries < READY_TRIES && this.program.exitCode === null; tries += 1) {
      const isReady = await fetch(`${this.url}/healthz`).then((answer) => answer.ok, () => false);
      if (isReady) return;
      await sleep(READY_POLL_MS);
    }
    const { output } = this;
    await this.stop();
    throw new Error(`searx did not come up:\n${output}`);
  }
}

/** The package's example with JSON allowed, and with our upstream as the only engine. */
function settingsFor(port: number, upstreamPort: number): string {
  const example = readFileSync(EXAMPLE, 'utf8');
  const engine = `engines:
  - name: upstream
    engine: json_engine
    shortcut: up
    categories: general
    enable_http: True
    timeout: 10.0
    search_url: http://127.0.0.1:${upstreamPort}/find?q={query}
    results_query: items
    url_query: url
    title_query: title
    content_query: content

`;
  return example
    .replace(/^engines:[\s\S]*?^(?=locales:)/m, engine)
    .replace(/^search:$/m, 'search:\n    formats:\n        - html\n        - json')
    .replace(/^( +)port : .*$/m, `$1port : ${port}`)
    .replace(/^( +)secret_key : .*$/m, '$1secret_key : "of a test"');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
