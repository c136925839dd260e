import { useEffect, useRef, useState } from 'react';
import { deleteSession } from '../api/jarvis-client.js';
import { DeletedRow } from '../drawer/deleted-row.js';
import { ListView } from '../drawer/list-view.js';
import { useDeletions } from '../drawer/use-deletions.js';
import { SessionRow } from './session-row.js';
import { useSessionList } from './use-session-list.js';

interface SessionsViewProps {
  currentId: string | null;
  /** Rejects where it cannot be opened. */
  onOpen: (sessionId: string) => Promise<void>;
  onDeleted: (sessionId: string) => void;
}

/** All sessions, newest first, to be found, continued, renamed, exported and deleted. The arrows lead through them. */
export function SessionsView({ currentId, onOpen, onDeleted }: SessionsViewProps) {
  const [search, setSearch] = useState('');
  const [expandedId, setExpandedId] = useState('');
  const [refusal, setRefusal] = useState('');
  const list = useSessionList(search);
  const searchField = useRef<HTMLInputElement>(null);
  useEffect(() => searchField.current?.focus(), []);

  const deletions = useDeletions({
    remove: deleteSession,
    onDeleted: (sessionId) => {
      if (document.querySelector(`li[data-id="${CSS.escape(sessionId)}"]`)?.contains(document.activeElement)) searchField.current?.focus();
      list.remove(sessionId);
      onDeleted(sessionId);
    },
    onRefused: () => {
      setRefusal('A session could not be deleted. It is back in the list.');
      list.reload();
    },
  });

  const isEmpty = list.search !== undefined && list.rows.length === 0;
  return (
    <ListView
      what="sessions"
      search={search}
      onSearch={setSearch}
      searchField={searchField}
      refusal={refusal}
      problem={list.problem}
      onRetry={list.reload}
      empty={isEmpty ? (list.search === '' ? 'There are no sessions yet.' : `No session has “${list.search}” in its title.`) : ''}
      onMore={list.nextCursor === undefined ? undefined : list.loadMore}
    >
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
    </ListView>
  );
}
