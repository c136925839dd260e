import { fetchMemoryHistory } from '../api/memories.js';
import { ProblemNote } from '../drawer/problem-note.js';
import { useLoaded } from '../drawer/use-loaded.js';
import { dateInWords } from '../layout/date-in-words.js';
import { TextButton } from '../layout/text-button.js';
import { changeInWords, sourceInWords } from './memory-words.js';

interface MemoryHistoryProps {
  id: number;
  /** Gives the fact its earlier words. */
  onUndo: () => void;
}

/** What happened to a fact, oldest first, with a way back where its words were changed. */
export function MemoryHistory({ id, onUndo }: MemoryHistoryProps) {
  const { value: changes, problem, reload } = useLoaded(String(id), (_, signal) => fetchMemoryHistory(id, signal));
  if (problem) return <ProblemNote problem={problem} onRetry={reload} />;
  const now = new Date();
  return (
    <div>
      <ol aria-label="History" className="flex flex-col gap-2 border-s-2 border-line ps-3">
        {changes?.map(({ change, fact, source, at }, index) => (
          <li key={index}>
            <span className="text-code text-muted">{changeInWords(change)}, {sourceInWords(source)}, <time dateTime={at}>{dateInWords(at, now)}</time></span>
            <bdi className="block wrap-anywhere whitespace-pre-wrap">{fact}</bdi>
          </li>
        ))}
      </ol>
      {changes?.at(-1)?.change === 'corrected' && <TextButton onPress={onUndo}>Undo the correction</TextButton>}
    </div>
  );
}
