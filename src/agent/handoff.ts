import type { OpenSession, SessionMetadata } from '../sessions/session.js';
import type { RunOutcome } from './loop/agent-loop.js';
import type { Checkpoint } from './loop/final-answer.js';
import { mergeCheckpoints, remainingOf } from './loop/resume-prompt.js';

/** What happens next in a turn after a run. */
export type Decision = { next: 'end'; status?: 'intervention_required'; note?: string } | { next: 'handoff'; checkpoint: Checkpoint };

/** Whether a run is followed by another one (docs/agent.md, "Iteration Limit & Handoff"). Counts the handoff in the session. */
export async function decideHandoff(session: OpenSession, outcome: RunOutcome, maxHandoffs: number): Promise<Decision> {
  if (outcome.kind === 'repeating') return { next: 'end' };
  if (outcome.kind !== 'answered' || outcome.answer.checkpoint === undefined || !outcome.wrappedUp) return { next: 'end' };
  const { metadata } = session;
  const checkpoint = mergeCheckpoints(
    { failedApproaches: metadata.failedApproaches ?? [], state: metadata.checkpointState ?? {} },
    outcome.answer.checkpoint,
  );
  const remaining = remainingOf(checkpoint);
  const handoffCount = metadata.handoffCount + 1;
  const isStuck = metadata.lastCheckpointRemaining === remaining;
  await session.updateMetadata({
    handoffCount,
    lastCheckpointRemaining: remaining,
    failedApproaches: checkpoint.failedApproaches,
    checkpointState: checkpoint.state,
  });
  if (isStuck) return { next: 'end', status: 'intervention_required', note: 'no progress between two checkpoints' };
  if (handoffCount > maxHandoffs) {
    return { next: 'end', status: 'intervention_required', note: `more than ${maxHandoffs} handoffs` };
  }
  return { next: 'handoff', checkpoint };
}

/** Only a person's message resets the handoffs and what they carried (docs/agent.md, "Handoff Reset"). */
export function resetHandoff(metadata: Readonly<SessionMetadata>): Partial<SessionMetadata> | undefined {
  const isReset =
    metadata.handoffCount === 0 &&
    (metadata.lastCheckpointRemaining ?? null) === null &&
    (metadata.failedApproaches ?? []).length === 0 &&
    Object.keys(metadata.checkpointState ?? {}).length === 0;
  return isReset ? undefined : { handoffCount: 0, lastCheckpointRemaining: null, failedApproaches: [], checkpointState: {} };
}
