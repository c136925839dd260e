import { memo } from 'react';
import { Answer } from '../answer/answer.js';
import type { Turn } from '../conversation/conversation.js';
import { statusInWords } from '../conversation/run-status.js';
import { CitationList } from './citation-list.js';
import { ProblemBlock } from './problem-block.js';
import { SourceList } from './source-list.js';
import { StepView } from './step-view.js';
import { TurnCost } from './turn-cost.js';
import { UserMessage } from './user-message.js';
import { WorkingLine } from './working-line.js';

interface TurnViewProps {
  turn: Turn;
  isLast: boolean;
  onRetry: (turn: Turn) => void;
}

/** One turn from top to bottom, as it happened: the message, what was done, the answer. */
export const TurnView = memo(function TurnView({ turn, isLast, onRetry }: TurnViewProps) {
  const { outcome, steps, answer, sources, citations, startedAt, usage } = turn;
  const isOver = outcome.kind === 'answered';
  const note = isOver ? statusInWords(outcome.status) : '';
  return (
    <article id={turn.id} className="flex flex-col gap-4">
      <UserMessage text={turn.text} />
      {steps.length > 0 && (
        <ul aria-label="Steps" className="flex flex-col gap-2">
          {steps.map((step, index) => (
            <li key={index}>
              <StepView step={step} isOver={isOver} />
            </li>
          ))}
        </ul>
      )}
      {(answer !== '' || isOver) && (
        <div>
          <span className="sr-only">Jarvis: </span>
          <Answer text={answer} isGrowing={!isOver} />
          {sources.length > 0 && <SourceList sources={sources} />}
          {citations.length > 0 && <CitationList citations={citations} />}
          {note !== '' && <p className="note mt-3 text-muted">{note}</p>}
          {isOver && <TurnCost durationMs={outcome.durationMs} usage={usage} />}
        </div>
      )}
      {outcome.kind === 'working' && <WorkingLine startedAt={startedAt} stop={outcome.stop} isConnected={outcome.isConnected} />}
      {outcome.kind === 'failed' && <ProblemBlock problem={outcome.problem} onRetry={isLast ? () => onRetry(turn) : undefined} />}
    </article>
  );
});
