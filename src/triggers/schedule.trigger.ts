import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AgentService } from '../agent/agent.service.js';
import type { Run } from '../agent/run.js';
import { Clock } from '../common/clock.js';
import { messageOf } from '../common/domain-error.js';
import { sessionOf } from '../schedule/job.js';
import type { ScheduledJob, ScheduleOutcome } from '../schedule/schedule.js';
import { ScheduleService } from '../schedule/schedule.service.js';
import { WakeQueue } from '../schedule/wake-queue.js';
import { DeliveryService } from '../delivery/delivery.service.js';
import { TimeService } from '../time/time.service.js';
import { SYSTEM_PRINCIPAL } from '../security/principal.js';

/** The session that is woken. */
const MAIN_SESSION_ID = 'main';

/** Runs the agent when a job is due and when something wakes it. Such runs are the owner's. */
@Injectable()
export class ScheduleTrigger implements OnModuleInit {
  private readonly logger = new Logger('Schedule');

  constructor(
    private readonly schedule: ScheduleService,
    private readonly wakes: WakeQueue,
    private readonly agent: AgentService,
    private readonly clock: Clock,
    private readonly time: TimeService,
    private readonly delivery: DeliveryService,
  ) {}

  onModuleInit(): void {
    this.schedule.useRunner((job, runId) => this.runJob(job, runId));
    this.wakes.onWake((texts) => {
      this.wake(texts).catch((error: unknown) => this.logger.error(`The agent could not be woken: ${messageOf(error)}`));
    });
  }

  private async runJob(job: Readonly<ScheduledJob>, runId: string): Promise<ScheduleOutcome> {
    const { payload } = job;
    if (payload.kind === 'systemEvent') {
      this.wakes.add(payload.text);
      if (job.wakeMode === 'next-heartbeat') return { status: 'ok', summary: 'Waits for the next wake.' };
      return this.outcomeOf(await this.wake(this.wakes.take()));
    }
    const sessionId = sessionOf(job, runId);
    const model = payload.model === undefined ? {} : { model: payload.model };
    const context = await this.time.currentTimeLine();
    const run = await this.agent.start({ sessionId, message: payload.message, context, principal: SYSTEM_PRINCIPAL, ...model });
    const outcome = await this.outcomeOf(run, (payload.timeoutSeconds ?? 0) * 1000);
    return job.deliverTo === undefined || outcome.status !== 'ok' ? outcome : this.deliver(job.deliverTo, run, outcome);
  }

  /** The answer on its way to a chat. That it could not be given over is the run's error: somebody waits for it. */
  private async deliver(target: string, run: Run, outcome: ScheduleOutcome): Promise<ScheduleOutcome> {
    const { response, silent } = await run.result;
    if (silent === true) return outcome;
    try {
      await this.delivery.deliver(target, response, { key: `schedule-${run.runId}` });
      return outcome;
    } catch (error) {
      return { ...outcome, status: 'error', error: `The answer could not be delivered: ${messageOf(error)}` };
    }
  }

  private async outcomeOf(run: Run, timeoutMs = 0): Promise<ScheduleOutcome> {
    const timer = new AbortController();
    if (timeoutMs > 0) {
      this.clock.sleep(timeoutMs, timer.signal).then(
        () => run.abort('the time that the job allows was over'),
        () => undefined,
      );
    }
    const sessionKey = run.sessionId;
    try {
      const { status, response, logSummary } = await run.result;
      if (status === 'ok' || status === 'tool_failed') return { status: 'ok', summary: logSummary, sessionKey };
      return { status: 'error', error: `${status}: ${response}`, sessionKey };
    } catch (error) {
      return { status: 'error', error: messageOf(error), sessionKey };
    } finally {
      timer.abort();
    }
  }

  /** Texts in the envelope of system events, so that nobody takes them for the person's words. */
  private async wake(texts: readonly string[]): Promise<Run> {
    const lines = await Promise.all(texts.map((text) => this.time.systemEventLine(text)));
    return this.agent.start({ sessionId: MAIN_SESSION_ID, message: lines.join('\n'), principal: SYSTEM_PRINCIPAL });
  }
}
