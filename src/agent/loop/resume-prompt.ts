import type { Checkpoint } from './final-answer.js';

/** What a run is told when the checkpoint leaves out what remains. */
const DEFAULT_REMAINING = 'Continue with the task.';

/**
 * The words that start the run after a handoff: `checkpoint.remaining` (docs/agent.md, "Iteration Limit & Handoff"), and what earlier
 * runs learnt, so that nothing is tried twice.
 */
export function resumePrompt(checkpoint: Checkpoint): string {
  const parts = [remainingOf(checkpoint)];
  if (checkpoint.progress.trim() !== '') parts.push(`[System: Done so far: ${checkpoint.progress.trim()}]`);
  if (checkpoint.failedApproaches.length > 0) {
    const list = checkpoint.failedApproaches.map((approach) => `- ${approach}`).join('\n');
    parts.push(`[System: Tried without success, do not repeat:\n${list}]`);
  }
  if (Object.keys(checkpoint.state).length > 0) parts.push(`[System: Known facts: ${JSON.stringify(checkpoint.state)}]`);
  return parts.join('\n\n');
}

/** What remains, never blank. */
export function remainingOf(checkpoint: Checkpoint): string {
  const remaining = checkpoint.remaining.trim();
  return remaining === '' ? DEFAULT_REMAINING : remaining;
}

/** A checkpoint together with what earlier ones of the turn said: failed approaches add up, newer facts win. */
export function mergeCheckpoints(
  earlier: Pick<Checkpoint, 'failedApproaches' | 'state'>,
  latest: Checkpoint,
): Checkpoint {
  return {
    ...latest,
    failedApproaches: [...new Set([...earlier.failedApproaches, ...latest.failedApproaches])],
    state: { ...earlier.state, ...latest.state },
  };
}
