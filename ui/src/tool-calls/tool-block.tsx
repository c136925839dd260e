import type { ToolStep } from '../conversation/conversation.js';
import { Chevron } from '../layout/chevron.js';
import { useSeconds } from '../messages/use-seconds.js';
import { headlineOf } from './headline.js';
import { lastLines } from './live-output.js';
import { resultText } from './result-text.js';
import { ResultView } from './result-view.js';

interface ToolBlockProps {
  call: ToolStep;
}

/**
 * A tool call: one line that says what was called with what and how it went; opens to arguments and result. While it
 * runs it says for how long, and shows the last lines of what it prints.
 */
export function ToolBlock({ call }: ToolBlockProps) {
  const isRunning = call.status === 'running';
  const hasArguments = Object.keys(call.args).length > 0;
  const output = isRunning ? lastLines(call.output) : '';
  return (
    <div className="rounded-md bg-soft font-mono text-code">
      <details className="group">
        <summary className="flex min-h-11 list-none items-center gap-3 px-3 sm:min-h-9 [&::-webkit-details-marker]:hidden">
          <Chevron />
          <span className="max-w-1/2 shrink-0 truncate font-semibold">{call.name}</span>
          <bdi className="min-w-0 flex-1 truncate text-muted">{headlineOf(call.args)}</bdi>
          {isRunning ? <Running startedAt={call.startedAt} /> : <span className={call.status === 'ok' ? 'text-muted' : 'font-semibold text-error'}>{call.status}</span>}
        </summary>
        <div className="flex flex-col gap-3 px-3 pb-3">
          <ResultView title="Arguments" text={hasArguments ? JSON.stringify(call.args, null, 2) : ''} />
          {!isRunning && <ResultView title="Result" text={resultText(call.result)} />}
        </div>
      </details>
      {output !== '' && (
        <pre dir="ltr" role="group" aria-label={`Output of ${call.name}`} className="live-output overflow-hidden px-3 pb-2 text-muted">{output}</pre>
      )}
    </div>
  );
}

function Running({ startedAt }: { startedAt: number }) {
  return <span className="shrink-0 text-muted">running {useSeconds(startedAt)} s</span>;
}
