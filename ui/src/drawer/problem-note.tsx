import type { Problem } from '../api/problem.js';
import { Button } from '../layout/button.js';
import { WithCommands } from '../layout/with-commands.js';

interface ProblemNoteProps {
  problem: Problem;
  onRetry: () => void;
}

/** Says in the drawer what could not be read, and what to do. */
export function ProblemNote({ problem, onRetry }: ProblemNoteProps) {
  return (
    <div role="status" className="flex flex-col items-start gap-2 px-4 py-2">
      <p className="wrap-anywhere text-error">{problem.what}</p>
      <p className="text-muted"><WithCommands text={problem.advice} /></p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
