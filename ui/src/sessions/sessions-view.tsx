import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../layout/button.js';
import { WithCommands } from '../layout/with-commands.js';
import { DeletedRow } from './deleted-row.js';
import { SessionRow } from './session-row.js';
import { useDeletions } from './use-deletions.js';
import { useSessionList } from './use-session-list.js';

interface SessionsViewProps {
  currentId: string | null;
  /** Rejects where it cannot be opened. */
  onOpen: (sessionId: string) => Promise<void>;
  onDeleted: (sessionId: string) => void;
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** All sessions, newest first, to be found, continued, renamed, exported and deleted. The arrows lead through them. */
export function SessionsView({ currentId, onOpen, onDeleted }: SessionsViewProps) {
  const [search, setSearch] = useState('');
  const [expandedId, setExpandedId] = useState('');
  const [refusal, setRefusal] = useState('');
  const list = useSessionList(search);
  const searchField = useRef<HTMLInputElement>(null);
  const view = useRef<HTMLDivElement>(null);
  useEffect(() => searchField.current?.focus(), []);

  const deletions = useDeletions(
    (sessionId) => {
      if (view.current?.querySelector(`li[data-id="${CSS.escape(sessionId)}"]`)?.contains(document.activeElement)) searchField.current?.focus();
      list.remove(sessionId);
      onDeleted(sessionId);
    },
    () => {
      setRefusal('A session could not be deleted. It is back in the list.');
      list.reload();
    },
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || event.nativeEvent.isComposing) return;
    const stops = [searchField.current, ...(view.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const row = document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-row]');
    const next = stops[stops.indexOf(row ?? searchField.current) + step];
    event.preventDefault();
    next?.focus();
  };

  const isEmpty = list.search !== undefined && list.rows.length === 0;
  return (
    <div ref={view} onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
      <div className="px-4 pb-2">
        <label htmlFor="session-search" className="sr-only">Search sessions</label>
        <input id="session-search" ref={searchField} type="text" role="searchbox" autoComplete="off" enterKeyHint="search" dir="auto" placeholder="Search" maxLength={200} value={search} onChange={(event) => setSearch(event.target.value)} className="field w-full" />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto pb-4">
        <p role="status" className="px-4 text-error empty:hidden">{refusal}</p>
        {list.problem && (
          <div className="flex flex-col items-start gap-2 px-4 py-2">
            <p className="text-error">{list.problem.what}</p>
            <p className="text-muted"><WithCommands text={list.problem.advice} /></p>
            <Button onClick={list.reload}>Try again</Button>
          </div>
        )}
        {isEmpty && <p className="px-4 py-2 text-muted">{list.search === '' ? 'There are no sessions yet.' : `No session has “${list.search}” in its title.`}</p>}
        <ul aria-label="Sessions">
          {list.rows.map((session) => {
            const { sessionId, title } = session;
            return (
              <li key={sessionId} data-id={sessionId}>
                {deletions.pending.has(sessionId) ? (
                  <DeletedRow title={title} onUndo={() => deletions.undo(sessionId)} />
                ) : (
                  <SessionRow
                    session={session}
                    isRunning={list.running.has(sessionId)}
                    isCurrent={sessionId === currentId}
                    isExpanded={sessionId === expandedId}
                    onExpand={() => setExpandedId(sessionId === expandedId ? '' : sessionId)}
                    onOpen={() => onOpen(sessionId)}
                    onRetitle={(name) => list.retitle(sessionId, name)}
                    onDelete={() => deletions.begin(sessionId)}
                  />
                )}
              </li>
            );
          })}
        </ul>
        {list.nextCursor !== undefined && (
          <div className="px-4 py-2">
            <Button onClick={list.loadMore}>Show more</Button>
          </div>
        )}
      </div>
    </div>
  );
}
