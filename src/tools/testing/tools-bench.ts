import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type Type } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { Clock } from '../../common/clock.js';
import { JarvisPaths } from '../../config/jarvis-paths.js';
import type { Principal } from '../../security/principal.js';
import { FixedClock } from '../../storage/testing/fixed-clock.js';
import type { ApprovalDecision, PendingApproval } from '../approval.js';
import { ApprovalsService } from '../approvals.service.js';
import { ToolRunner, type OfferedTools, type ScriptTool, type ServiceTool, type ToolContext, type ToolOutcome } from '../tool.js';
import { ScriptToolProvider, ServiceToolProvider } from '../tool-provider.decorator.js';
import { ToolsModule } from '../tools.module.js';

export const OWNER: Principal = { role: 'local', id: 'local', scopes: [] };
const parameters = { type: 'object', properties: {} } as const;

/** A stand-in for the built-in exec: it says how it was called. */
export const execTool: ScriptTool = { name: 'exec', description: 'Says how it was called.', parameters, run: async (args) => ({ status: 'ok', called: args }) };

/** A built-in that says where it runs. */
export const echoTool: ScriptTool = {
  name: 'echo',
  description: 'Returns its arguments.',
  parameters,
  run: async (args, _fs, _path, process) => ({ status: 'ok', args, env: process.env, cwd: process.cwd() }),
};

@ScriptToolProvider()
@Injectable()
class BuiltIns {
  readonly tools = [execTool, echoTool];
}

/** A service tool that does what its arguments say. */
@ServiceToolProvider()
@Injectable()
class ServiceFixture implements ServiceTool {
  readonly name = 'service';
  readonly description = 'Does what its argument says.';
  readonly parameters = parameters;

  isOfferedTo(principal: Principal): boolean {
    return principal.id !== 'unwanted';
  }

  run(args: Readonly<Record<string, unknown>>, { signal, onOutput }: ToolContext): Promise<unknown> {
    onOutput?.('working\n');
    if (args.wait === 'ever') return new Promise(() => undefined);
    if (args.wait === 'signal') return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ status: 'ok', reached: 5 })));
    if (args.fail) throw new Error('the service failed');
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    return Promise.resolve(args.cycle ? cycle : { status: 'ok', args });
  }
}

/** An entry of tools.json, by its name. */
export const storedTool = (name: string, code: string, extra: object = {}): Record<string, object> => ({
  [name]: { definition: { type: 'function', function: { name, description: 'Mine.', parameters } }, code, ...extra },
});

/** What a result holds that is a JSON object. */
export const parsed = (outcome: ToolOutcome): Record<string, unknown> => JSON.parse(outcome.result) as Record<string, unknown>;

/**
 * ToolsModule as the server wires it, for specs: real files in a throw-away home, real children, and a clock that stands still.
 */
export class ToolsBench {
  readonly home = realpathSync(mkdtempSync(path.join(tmpdir(), 'jarvis-tools-service-')));
  readonly clock = new FixedClock();
  readonly warnings: string[] = [];
  /** Where tools start. */
  readonly workspace = path.join(this.home, '.jarvis', 'data', 'workspace');
  private app: TestingModule | undefined;

  async start(): Promise<ToolRunner> {
    const warn = (text: string): unknown => this.warnings.push(text);
    this.app = await Test.createTestingModule({ imports: [ToolsModule], providers: [BuiltIns, ServiceFixture] })
      .overrideProvider(JarvisPaths)
      .useValue(new JarvisPaths(this.home))
      .overrideProvider(Clock)
      .useValue(this.clock)
      .setLogger({ log: () => undefined, warn, error: warn })
      .compile();
    await this.app.init();
    return this.get(ToolRunner);
  }

  async stop(): Promise<void> {
    await this.app?.close();
    this.app = undefined;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.home, { recursive: true, force: true });
  }

  get<T>(token: Type<T> | (abstract new (...args: never[]) => T)): T {
    if (!this.app) throw new Error('The bench was not started.');
    return this.app.get(token as Type<T>, { strict: false });
  }

  /** A path below ~/.jarvis. */
  file(...parts: string[]): string {
    return path.join(this.home, '.jarvis', ...parts);
  }

  put(name: string, content: unknown): void {
    mkdirSync(path.dirname(this.file(name)), { recursive: true });
    writeFileSync(this.file(name), typeof content === 'string' ? content : JSON.stringify(content));
  }

  readJson<T>(name: string): T {
    return JSON.parse(readFileSync(this.file(name), 'utf8')) as T;
  }

  settings(value: object): void {
    this.put('data/config/settings.json', value);
  }

  /** The content of tools.json. */
  stored(): Record<string, { code: string }> {
    return this.readJson('data/tools/tools.json');
  }

  addTools(...entries: object[]): void {
    this.put('data/tools/tools.json', Object.assign({}, this.stored(), ...entries));
  }

  context(changes: Partial<ToolContext> = {}): ToolContext {
    return { sessionId: 's1', runId: 'r1', principal: OWNER, signal: new AbortController().signal, ...changes };
  }

  call(name: string, args: Record<string, unknown> = {}, changes: Partial<ToolContext> = {}): Promise<ToolOutcome> {
    return this.get(ToolRunner).call({ name, args }, this.context(changes));
  }

  offered(principal = OWNER): Promise<OfferedTools> {
    return this.get(ToolRunner).offered(principal);
  }

  async names(principal = OWNER): Promise<string[]> {
    return (await this.offered(principal)).definitions.map((definition) => definition.function.name);
  }

  /** The lines of the audit log. */
  audit(): Record<string, unknown>[] {
    const lines = readFileSync(this.file('logs/audit.jsonl'), 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** The first call that waits for a decision, as soon as one does. */
  async pending(): Promise<PendingApproval> {
    for (let tries = 0; tries < 1000; tries += 1) {
      const [approval] = this.get(ApprovalsService).list();
      if (approval) return approval;
      await sleep(10);
    }
    throw new Error('nothing waits for a decision');
  }

  async decide(decision: ApprovalDecision): Promise<PendingApproval> {
    return this.get(ApprovalsService).decide((await this.pending()).id, decision, OWNER);
  }
}
