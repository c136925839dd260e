import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { AgentService } from '../../agent/agent.service.js';
import { RunRegistry } from '../../agent/run-registry.js';
import type { TurnAnswer } from '../../agent/agent-event.js';
import { Clock } from '../../common/clock.js';
import { messageOf } from '../../common/domain-error.js';
import { HealthWarningProvider, type HealthNotice, type HealthWarningSource } from '../../common/health-warning.js';
import { ConfigService } from '../../config/config.service.js';
import { DeliveryService } from '../../delivery/delivery.service.js';
import { WakeQueue } from '../../schedule/wake-queue.js';
import { SYSTEM_PRINCIPAL } from '../../security/principal.js';
import { TimeService } from '../../time/time.service.js';
import { MAX_BACK_OFF_DOUBLINGS, MIN_HEARTBEAT_MS } from '../limits.js';
import { asksForSomething, wordsOf } from './acknowledgement.js';
import { isWithin } from './active-hours.js';
import { durationMs } from './duration.js';

/** The session of heartbeats, which is also the one that is woken. */
export const HEARTBEAT_SESSION_ID = 'main';

const PROMPT = 'Heartbeat: read HEARTBEAT.md and do what it asks for now. Repeat nothing from earlier. Where nothing is to be done or said, answer HEARTBEAT_OK.';

/**
 * Lets the agent look, at each interval and within the active hours, whether something is to be done. No model is asked where HEARTBEAT.md asks for
 * nothing and no event waits. Never two at once, and none while something runs in its session.
 */
@HealthWarningProvider()
@Injectable()
export class HeartbeatTrigger implements OnApplicationBootstrap, BeforeApplicationShutdown, HealthWarningSource {
  private readonly logger = new Logger('Heartbeat');
  private readonly stopping = new AbortController();
  private refusals = 0;

  constructor(
    private readonly config: ConfigService,
    private readonly clock: Clock,
    private readonly agent: AgentService,
    private readonly runs: RunRegistry,
    private readonly wakes: WakeQueue,
    private readonly time: TimeService,
    private readonly delivery: DeliveryService,
  ) {}

  onApplicationBootstrap(): void {
    if (this.intervalMs() !== undefined) void this.beatForever();
  }

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  healthWarnings(): Promise<readonly HealthNotice[]> {
    const problem = 'Heartbeats run less often, since the provider refuses the key: check it with `jarvis doctor`.';
    return Promise.resolve(this.refusals === 0 ? [] : [{ problem }]);
  }

  /** One heartbeat, now. Resolves when it is over; never rejects. */
  async beat(): Promise<void> {
    try {
      if (!this.isActive() || this.runs.activeOf(HEARTBEAT_SESSION_ID).length > 0) return;
      const events = this.wakes.list().length > 0;
      if (!events && !asksForSomething(await this.file())) return;
      const answer = await this.run();
      this.refusals = isRefused(answer) ? this.refusals + 1 : 0;
      await this.deliver(answer);
    } catch (error) {
      this.logger.error(`A heartbeat failed: ${messageOf(error)}`);
    }
  }

  private async beatForever(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const every = this.intervalMs() ?? Number.POSITIVE_INFINITY;
      const wait = every * 2 ** Math.min(this.refusals, MAX_BACK_OFF_DOUBLINGS);
      if (!Number.isFinite(wait)) return;
      await this.clock.sleep(wait, this.stopping.signal).catch(() => undefined);
      if (!this.stopping.signal.aborted) await this.beat();
    }
  }

  private async run(): Promise<TurnAnswer> {
    const events = await Promise.all(this.wakes.take().map((text) => this.time.systemEventLine(text)));
    const { model } = this.settings;
    const run = await this.agent.start({
      sessionId: HEARTBEAT_SESSION_ID,
      message: [PROMPT, ...events].join('\n'),
      context: await this.time.currentTimeLine(),
      principal: SYSTEM_PRINCIPAL,
      isHeartbeat: true,
      isInternal: true,
      ...(model === undefined ? {} : { model }),
    });
    return run.result;
  }

  private async deliver({ status, silent, response }: TurnAnswer): Promise<void> {
    const { target } = this.settings;
    const words = silent === true ? undefined : wordsOf(response);
    if (target === undefined || words === undefined || (status !== 'ok' && status !== 'tool_failed')) return;
    await this.delivery.deliver(target, words);
  }

  private isActive(): boolean {
    const { activeHours } = this.settings;
    if (activeHours === undefined) return true;
    return isWithin(activeHours, this.clock.now(), this.time.timeZoneNamed(activeHours.timezone ?? 'user'));
  }

  private async file(): Promise<string> {
    return readFile(path.join(this.config.workspace, 'HEARTBEAT.md'), 'utf8').catch(() => '');
  }

  private intervalMs(): number | undefined {
    const every = durationMs(this.settings.every);
    return every === undefined ? undefined : Math.max(every, MIN_HEARTBEAT_MS);
  }

  private get settings() {
    return this.config.settings.agents.defaults.heartbeat;
  }
}

/** The provider does not take the key: asking again soon is of no use. */
function isRefused({ status, errorDetail }: TurnAnswer): boolean {
  return status === 'model_error' && JSON.stringify(errorDetail ?? {}).includes('"kind":"auth"');
}
