import type { ToolCall } from '../api/contract.js';
import { Chevron } from '../layout/chevron.js';
import { headlineOf } from './headline.js';
import { resultText } from './result-text.js';
import { ResultView } from './result-view.js';

interface ToolBlockProps {
  call: ToolCall;
}

/** A tool call: one line that says what was called with what and how it went; opens to arguments and result. */
export function ToolBlock({ call }: ToolBlockProps) {
  const hasArguments = Object.keys(call.args).length > 0;
  return (
    <details className="group rounded-md bg-soft font-mono text-code">
      <summary className="flex min-h-11 list-none items-center gap-3 px-3 sm:min-h-9 [&::-webkit-details-marker]:hidden">
        <Chevron />
        <span className="max-w-1/2 shrink-0 truncate font-semibold">{call.name}</span>
        <bdi className="min-w-0 flex-1 truncate text-muted">{headlineOf(call.args)}</bdi>
        <span className={call.status === 'ok' ? 'text-muted' : 'font-semibold text-error'}>{call.status}</span>
      </summary>
      <div className="flex flex-col gap-3 px-3 pb-3">
        <ResultView title="Arguments" text={hasArguments ? JSON.stringify(call.args, null, 2) : ''} />
        <ResultView title="Result" text={resultText(call.result)} />
      </div>
    </details>
  );
}
