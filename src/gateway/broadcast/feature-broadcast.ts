import { Injectable } from '@nestjs/common';
import { RunRegistry } from '../../agent/run-registry.js';
import type { Run } from '../../agent/run.js';
import { Clock } from '../../common/clock.js';
import { ConfigService } from '../../config/config.service.js';
import type { ScheduleChange } from '../../schedule/schedule.js';
import { ScheduleService } from '../../schedule/schedule.service.js';
import { ApprovalsService } from '../../tools/approvals.service.js';
import { approvalPayload } from '../methods/approvals.methods.js';
import { RunStarter } from '../methods/run-starter.js';
import { NodePairings } from '../nodes/node-pairings.js';
import type { CronEvent } from '../protocol/schemas/cron.js';
import { typingSettings } from '../../typing/typing-mode.js';
import { Connections } from '../server/connections.js';
import { RunNarrator } from './run-narrator.js';

/** Tells clients what happens in the server: every run, whichever face began it, jobs, approvals, pairings. */
@Injectable()
export class FeatureBroadcast {
  constructor(
    private readonly connections: Connections,
    private readonly runs: RunRegistry,
    private readonly starter: RunStarter,
    private readonly schedule: ScheduleService,
    private readonly approvals: ApprovalsService,
    private readonly pairings: NodePairings,
    private readonly clock: Clock,
    private readonly config: ConfigService,
  ) {}

  /** Begins, with the runs that are going on. Call it once. */
  start(): void {
    for (const run of this.runs.active()) this.tell(run);
    this.runs.onStart((run) => this.tell(run));
    this.schedule.onChange((change) => this.connections.broadcast('cron', cronEvent(change, this.now())));
    this.approvals.onChange((change) => {
      if (change.type === 'requested') this.connections.broadcast('exec.approval.requested', approvalPayload(change.approval));
      else {
        const { id, sessionId: sessionKey, runId } = change.approval;
        this.connections.broadcast('exec.approval.resolved', { id, sessionKey, runId, decision: change.result });
      }
    });
    this.pairings.onChange((change) => {
      const { requestId, nodeId } = change.request;
      if (change.type === 'requested') this.connections.broadcast('node.pair.requested', change.request);
      else this.connections.broadcast('node.pair.resolved', { requestId, nodeId, decision: change.decision, ts: this.now() });
    });
  }

  private tell(run: Run): void {
    this.starter.follow(run);
    const typing = typingSettings(this.config.settings, { kind: 'direct', isMentioned: false, isUnasked: run.isUnasked });
    void new RunNarrator(run, this.connections, this.clock, typing).tell();
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function cronEvent(change: ScheduleChange, ts: number): CronEvent {
  if (change.action === 'finished') return { action: 'finished', ...change.run };
  const { job, action } = change;
  const { nextRunAtMs } = job.state;
  const next = nextRunAtMs === undefined ? {} : { nextRunAtMs };
  const started = change.action === 'started' ? { runId: change.runId, runAtMs: change.runAtMs } : {};
  return { action, ts, jobId: job.id, jobName: job.name, ...next, ...started };
}
