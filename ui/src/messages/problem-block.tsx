import type { Problem } from '../api/problem.js';
import { Button } from '../layout/button.js';
import { Chevron } from '../layout/chevron.js';
import { WithCommands } from '../layout/with-commands.js';
import { ScrollBox } from '../layout/scroll-box.js';

interface ProblemBlockProps {
  problem: Problem;
  /** Absent where trying again makes no sense any more. */
  onRetry: (() => void) | undefined;
}

/** A failure in the place of the answer: what happened, what to do, and a way to do it. */
export function ProblemBlock({ problem, onRetry }: ProblemBlockProps) {
  return (
    <div className="flex flex-col items-start gap-2 border-s-2 border-error ps-3">
      <p className="wrap-anywhere text-error">{problem.what}</p>
      <p className="text-muted"><WithCommands text={problem.advice} /></p>
      {problem.details !== '' && (
        <details className="group w-full">
          <summary className="flex min-h-11 w-fit list-none items-center gap-2 sm:min-h-0 [&::-webkit-details-marker]:hidden">
            <Chevron /> Details
          </summary>
          <ScrollBox label="Details" className="mt-2 max-h-60 rounded-md bg-soft p-3 font-mono text-code">
            <pre dir="ltr" className="wrap-anywhere whitespace-pre-wrap">{problem.details}</pre>
          </ScrollBox>
        </details>
      )}
      {onRetry && <Button className="mt-1" onClick={onRetry}>Try again</Button>}
    </div>
  );
}
