import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids.js';
import { IdempotencyStore, type IdempotencyClaim, type IdempotentRequest } from '../storage/idempotency-store.js';
import type { TurnAnswer } from './agent-event.js';
import { IdempotencyMismatchError } from './agent.errors.js';
import { Run } from './run.js';
import type { TurnRequest } from './turn-request.js';

/** Begins a run in the given session; `complete` must be called with the answer before anybody is told of it. */
export type BeginRun = (request: TurnRequest & { sessionId: string }, claim: IdempotencyClaim) => Run;

/** Turns under an Idempotency-Key: one run for one key and caller, whatever sends it again, also after a restart. */
@Injectable()
export class IdempotentRuns {
  private readonly running = new Map<string, Run>();

  constructor(private readonly store: IdempotencyStore) {}

  /** The run of a key: the one that is going on, one that replays the answer, or a new one. Throws IdempotencyMismatchError. */
  async start(request: TurnRequest & { idempotencyKey: string }, begin: BeginRun): Promise<Run> {
    const asked: IdempotentRequest = {
      key: request.idempotencyKey,
      principalId: request.principal.id,
      requestHash: hashOf(request),
      sessionId: request.sessionId ?? newId(),
    };
    const name = JSON.stringify([asked.principalId, asked.key]);
    for (let state = await this.store.begin(asked); ; state = await this.store.wait(asked)) {
      switch (state.state) {
        case 'mismatch':
          throw new IdempotencyMismatchError();
        case 'done':
          return replay(state.answer as TurnAnswer, request);
        case 'new':
        case 'interrupted': {
          const run = begin({ ...request, sessionId: state.claim.sessionId }, state.claim);
          this.running.set(name, run);
          const forget = (): boolean => this.running.delete(name);
          run.result.then(forget, forget);
          return run;
        }
        case 'running': {
          const run = this.running.get(name);
          if (run !== undefined) return run;
        }
      }
    }
  }
}

/** A run that is over: it gives the first answer again and runs nothing. */
function replay(answer: TurnAnswer, request: TurnRequest): Run {
  const run = new Run(answer.runId, answer.sessionId, request.principal);
  run.emit({ type: 'run-start', runId: answer.runId, sessionId: answer.sessionId });
  for (const [index, call] of answer.toolCalls.entries()) {
    const callId = `replayed-${index + 1}`;
    run.emit({ type: 'tool-start', callId, name: call.name, args: call.args });
    run.emit({ type: 'tool-end', callId, ...call });
  }
  if (answer.response !== '') run.emit({ type: 'text-delta', text: answer.response });
  run.emit({ type: 'run-end', answer });
  run.result = Promise.resolve(answer);
  run.end();
  return run;
}

function hashOf({ sessionId, message, model, context, preset }: TurnRequest): string {
  const asked = [sessionId ?? null, message, model ?? null, context ?? null, ...(preset === undefined ? [] : [preset])];
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}
