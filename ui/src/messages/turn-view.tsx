import { memo } from 'react';
import { Answer } from '../answer/answer.js';
import type { Turn } from '../conversation/conversation.js';
import { statusInWords } from '../conversation/run-status.js';
import { ToolBlock } from '../tool-calls/tool-block.js';
import { ProblemBlock } from './problem-block.js';
import { UserMessage } from './user-message.js';
import { WorkingLine } from './working-line.js';

interface TurnViewProps {
  turn: Turn;
  isLast: boolean;
  onRetry: (turn: Turn) => void;
}

/** One turn from top to bottom, as it happened: the message, the tool calls, the answer. */
export const TurnView = memo(function TurnView({ turn, isLast, onRetry }: TurnViewProps) {
  const { outcome } = turn;
  const note = outcome.kind === 'answered' ? statusInWords(outcome.status) : '';
  return (
    <article id={turn.id} className="flex flex-col gap-4">
      <UserMessage text={turn.text} />
      {turn.toolCalls.length > 0 && (
        <ul aria-label="Tool calls" className="flex flex-col gap-2">
          {turn.toolCalls.map((call, index) => (
            <li key={index}>
              <ToolBlock call={call} />
            </li>
          ))}
        </ul>
      )}
      {outcome.kind === 'working' && <WorkingLine startedAt={outcome.startedAt} stop={outcome.stop} />}
      {outcome.kind === 'answered' && (
        <div>
          <span className="sr-only">Jarvis: </span>
          <Answer text={outcome.response} />
          {note !== '' && <p className="mt-3 text-muted">{note}</p>}
        </div>
      )}
      {outcome.kind === 'failed' && <ProblemBlock problem={outcome.problem} onRetry={isLast ? () => onRetry(turn) : undefined} />}
    </article>
  );
});
