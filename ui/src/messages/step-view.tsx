import { memo } from 'react';
import type { Step } from '../conversation/conversation.js';
import { ToolBlock } from '../tool-calls/tool-block.js';
import { QuietDetails } from './quiet-details.js';

interface StepViewProps {
  step: Step;
  /** Whether the turn has ended. */
  isOver: boolean;
}

/** One thing that happened on the way to the answer. */
export const StepView = memo(function StepView({ step, isOver }: StepViewProps) {
  switch (step.kind) {
    case 'tool':
      return <ToolBlock call={step} />;
    case 'reasoning':
      return <QuietDetails title="Reasoning" text={step.text} />;
    case 'notice':
      return <p dir="auto" className="wrap-anywhere text-muted">{step.text}</p>;
    case 'search':
      return <p className="text-muted">{searchInWords(step.count, isOver)}</p>;
    case 'checkpoint':
      return <QuietDetails title="Checkpoint: the limit of steps was reached, the work goes on" text={checkpointText(step)} />;
  }
});

function searchInWords(count: number | undefined, isOver: boolean): string {
  if (count === undefined) return isOver ? 'Searched the web: nothing found' : 'Searching the web ...';
  return `Searched the web: ${count === 1 ? '1 result' : `${count} results`}`;
}

function checkpointText({ progress, remaining }: Step & { kind: 'checkpoint' }): string {
  return [progress && `Done so far: ${progress}`, remaining && `To do: ${remaining}`].filter(Boolean).join('\n\n');
}
