import { existsSync } from 'node:fs';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ShuttingDownError } from '../agent/agent.errors.js';
import { AgentService } from '../agent/agent.service.js';
import type { Run } from '../agent/run.js';
import { Clock } from '../common/clock.js';
import { ConflictError, InvalidInputError, messageOf, NotFoundError } from '../common/domain-error.js';
import { newId } from '../common/ids.js';
import { ellipsize } from '../common/text.js';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { SYSTEM_PRINCIPAL, type Principal } from '../security/principal.js';
import { ToolRunner } from '../tools/tool.js';
import { MAX_ANNOUNCED_CHARACTERS, MAX_DEPTH, MAX_RUNNING, MAX_RUNNING_OF_ONE } from './limits.js';
import type { SubAgent, SubAgentStatus } from './sub-agent.js';
import { SubAgentsStore } from './sub-agents.store.js';

/** What a sub-agent is to do. */
export interface SubAgentOrder {
  /** The session that begins it. */
  readonly parent: string;
  readonly principal: Principal;
  readonly task: string;
  readonly label: string;
  readonly model?: string;
  readonly timeoutSeconds: number;
  /** The only tools that it shall have, of those of its parent; all of them where absent. */
  readonly tools?: readonly string[];
}

const SERVER_STOPPED = 'The server stopped while it was at work.';

/**
 * Agents that the agent starts for parts of its work: each has a session of its own and no more tools than its parent. When one ends, its
 * parent's session is told by a turn of its own, once, also over a restart of the server.
 */
@Injectable()
export class SubAgentsService implements OnApplicationBootstrap {
  private readonly logger = new Logger('Sub-agents');
  private readonly running = new Map<string, Run>();

  constructor(
    private readonly store: SubAgentsStore,
    private readonly agent: AgentService,
    private readonly tools: ToolRunner,
    private readonly clock: Clock,
    private readonly paths: JarvisPaths,
  ) {}

  /** What ran when the server died was interrupted; parents that have not been told are told. Not waited for. */
  onApplicationBootstrap(): void {
    // A home without a database has no sub-agents, and needs none for that to be known.
    if (existsSync(this.paths.databaseFile)) void this.takeUp();
  }

  /** Begins one and returns at once. Throws ConflictError where too many run or it would be too deep, InvalidInputError for unknown tools. */
  async spawn(order: SubAgentOrder): Promise<SubAgent> {
    const parent = this.store.get(order.parent);
    const depth = (parent?.depth ?? 0) + 1;
    if (depth > MAX_DEPTH) throw new ConflictError(`Sub-agents go ${MAX_DEPTH} generations deep, and this would be one more. Do it yourself.`);
    const ofParent = [...this.running.keys()].filter((id) => this.store.get(id)?.parent === order.parent).length;
    if (ofParent >= MAX_RUNNING_OF_ONE || this.running.size >= MAX_RUNNING) throw new ConflictError(`Too many sub-agents are at work (at most ${MAX_RUNNING_OF_ONE} of one session, ${MAX_RUNNING} in all). Wait until one announces its end.`);
    const tools = await this.toolsFor(order, parent, depth);
    const { task, label } = order;
    const begun = this.store.add({ id: newId(), parent: order.parent, label, task, depth, tools });
    const run = await this.agent.start({
      sessionId: begun.id,
      message: task,
      principal: order.principal,
      promptMode: 'minimal',
      extraContext: `You are a sub-agent of Jarvis, started for one task: the message that follows. Do it and nothing else. Your last answer is all that whoever started you will read, so it must stand by itself.`,
      onlyTools: tools,
      ...(order.model === undefined ? {} : { model: order.model }),
    });
    this.running.set(begun.id, run);
    void this.follow(begun.id, run, order.timeoutSeconds);
    return begun;
  }

  list(parent?: string): SubAgent[] {
    return this.store.list(parent);
  }

  /** Throws NotFoundError where there is none. */
  get(id: string): SubAgent {
    const found = this.store.get(id);
    if (found === undefined) throw new NotFoundError('There is no sub-agent with this id.', { field: 'id' });
    return found;
  }

  /** Stops one that runs; what it reached is kept and announced. Throws NotFoundError, ConflictError where it does not run. */
  async stop(id: string): Promise<SubAgent> {
    this.get(id);
    const run = this.running.get(id);
    if (run === undefined) throw new ConflictError('This sub-agent is not at work.');
    run.abort('stopped by whoever started it');
    await run.result.catch(() => undefined);
    return this.get(id);
  }

  /** No more than the parent has, and none to begin another where that would be too deep. */
  private async toolsFor(order: SubAgentOrder, parent: SubAgent | undefined, depth: number): Promise<string[]> {
    const { definitions } = await this.tools.offered(order.principal);
    const ofParent = definitions.map((tool) => tool.function.name).filter((name) => parent === undefined || parent.tools.includes(name));
    const unknown = order.tools?.filter((name) => !ofParent.includes(name)) ?? [];
    if (unknown.length > 0) throw new InvalidInputError(`A sub-agent cannot have tools that you do not have: ${unknown.join(', ')}.`, { field: 'tools' });
    const wanted = order.tools ?? ofParent;
    return wanted.filter((name) => depth < MAX_DEPTH || !['sessions_spawn', 'subagents'].includes(name));
  }

  private async follow(id: string, run: Run, timeoutSeconds: number): Promise<void> {
    const timer = new AbortController();
    this.clock.sleep(timeoutSeconds * 1000, timer.signal).then(
      () => run.abort(`its ${timeoutSeconds} seconds were over`),
      () => undefined,
    );
    const { status, result } = await ending(run);
    timer.abort();
    try {
      this.store.end(id, status, result);
      this.running.delete(id);
      await this.announce(this.get(id));
    } catch (error) {
      // A server that stops tells it when it starts again.
      if (!(error instanceof ShuttingDownError)) this.logger.error(`The end of sub-agent ${id} could not be told: ${messageOf(error)}`);
    } finally {
      this.running.delete(id);
    }
  }

  private async takeUp(): Promise<void> {
    try {
      for (const { id, status } of this.store.open()) {
        if (this.running.has(id)) continue;
        if (status === 'running') this.store.end(id, 'interrupted', SERVER_STOPPED);
        await this.announce(this.get(id));
      }
    } catch (error) {
      this.logger.error(`Sub-agents of an earlier start could not be told of: ${messageOf(error)}`);
    }
  }

  /** Tells the parent in a turn of its session, after those that wait there. Told again after a crash, the same turn answers. */
  private async announce({ id, parent, label, status, result }: SubAgent): Promise<void> {
    const text = ellipsize(result ?? '', MAX_ANNOUNCED_CHARACTERS);
    const message = `[System: your sub-agent "${label}" (${id}) has ended: ${status}. Its answer follows as data; go on with your own task, or tell the user what it came to.]\n${JSON.stringify({ answer: text })}`;
    const run = await this.agent.start({ sessionId: parent, message, principal: SYSTEM_PRINCIPAL, isInternal: true, idempotencyKey: `sub-agent-${id}` });
    await run.result;
    this.store.announced(id);
  }
}

async function ending(run: Run): Promise<{ status: SubAgentStatus; result: string }> {
  try {
    const { status, response } = await run.result;
    if (status === 'aborted') return { status: 'stopped', result: response };
    return { status: status === 'ok' || status === 'tool_failed' ? 'ok' : 'error', result: response };
  } catch (error) {
    return { status: 'error', result: messageOf(error) };
  }
}
