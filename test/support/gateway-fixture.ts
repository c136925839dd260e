import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageRoot } from '../../src/common/package-root.js';
import type { GatewayOptions } from '../../src/gateway/server/gateway-options.js';
import { ScriptedProvider } from './scripted-provider.js';

/** The whole server in a process of its own, with the gateway's times as the test wants them. */
export class GatewayFixture {
  private constructor(
    readonly provider: ScriptedProvider,
    readonly home: string,
    private readonly options: Partial<GatewayOptions>,
    private process: ChildProcess,
    /** Where it listens. */
    public port: number,
  ) {}

  static async start(options: Partial<GatewayOptions> = {}, settings: Record<string, unknown> = {}): Promise<GatewayFixture> {
    const home = mkdtempSync(path.join(tmpdir(), 'jarvis-gateway-'));
    const folder = path.join(home, '.jarvis', 'data', 'config');
    const provider = await ScriptedProvider.start();
    await mkdir(folder, { recursive: true });
    const all = { baseUrl: provider.baseUrl, selectedModel: 'main-model', fallbackModel: 'fallback-model', ...settings };
    await writeFile(path.join(folder, 'settings.json'), JSON.stringify(all));
    const { child, port } = await launch(home, options);
    return new GatewayFixture(provider, home, options, child, port);
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.process.pid as number;
  }

  /** Ends the server with a signal and resolves when it is gone. */
  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill(signal);
    await gone;
  }

  /** Ends the server and starts it again on the same home. */
  async restart(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.end(signal);
    const { child, port } = await launch(this.home, this.options);
    this.process = child;
    this.port = port;
  }

  async stop(): Promise<void> {
    await this.end('SIGKILL');
    await this.provider.close();
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

function launch(home: string, options: Partial<GatewayOptions>): Promise<{ child: ChildProcess; port: number }> {
  const script = path.join(packageRoot, 'test/support/gateway-server.mjs');
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    env: { PATH: process.env.PATH, HOME: home, JARVIS_WORKING_DIRECTORY: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      const port = /listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve({ child, port: Number(port) });
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('exit', () => reject(new Error(`The server ended before it listened:\n${output}`)));
  });
}
