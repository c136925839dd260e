import { useRef, type ReactNode, type RefObject } from 'react';
import type { Problem } from '../api/problem.js';
import { Button } from '../layout/button.js';
import { ProblemNote } from './problem-note.js';
import { useListKeys } from './use-list-keys.js';

interface ListViewProps {
  /** What is listed, in the plural, e.g. "memories". */
  what: string;
  search: string;
  onSearch: (search: string) => void;
  searchField?: RefObject<HTMLInputElement | null>;
  /** What went wrong with one of them. */
  refusal: string;
  /** Why they cannot be listed. */
  problem: Problem | undefined;
  onRetry: () => void;
  /** What stands there where nothing is listed; '' while that is open. */
  empty: string;
  /** What stands above the rows. */
  head?: ReactNode;
  /** The rows, as list items. */
  children: ReactNode;
  /** Shows more of them; absent where there are no more. */
  onMore?: (() => void) | undefined;
}

/** A list with a search: the frame of what the drawer shows. The arrows lead through its rows. */
export function ListView({ what, search, onSearch, searchField, refusal, problem, onRetry, empty, head, children, onMore }: ListViewProps) {
  const view = useRef<HTMLDivElement>(null);
  const ownField = useRef<HTMLInputElement>(null);
  const field = searchField ?? ownField;
  const onKeyDown = useListKeys(view, field);
  return (
    <div ref={view} onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
      <div className="px-4 pb-2">
        <input ref={field} aria-label={`Search ${what}`} type="text" role="searchbox" autoComplete="off" enterKeyHint="search" dir="auto" placeholder="Search" maxLength={200} value={search} onChange={(event) => onSearch(event.target.value)} className="field w-full" />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto pb-4">
        <p role="status" className="px-4 text-error empty:hidden">{refusal}</p>
        {problem && <ProblemNote problem={problem} onRetry={onRetry} />}
        {head}
        {empty !== '' && <p className="px-4 py-2 wrap-anywhere text-muted">{empty}</p>}
        <ul aria-label={what.charAt(0).toUpperCase() + what.slice(1)}>{children}</ul>
        {onMore && (
          <div className="px-4 py-2">
            <Button onClick={onMore}>Show more</Button>
          </div>
        )}
      </div>
    </div>
  );
}
