import { useState } from 'react';
import { correctMemory, fetchMemories, forgetMemories, forgetMemory, undoForgetting, undoMemory } from '../api/memories.js';
import { problemOfError } from '../api/problem.js';
import { DeletedRow } from '../drawer/deleted-row.js';
import { ListView } from '../drawer/list-view.js';
import { useLoaded } from '../drawer/use-loaded.js';
import { TextButton } from '../layout/text-button.js';
import { MEMORIES_FOUND_MAX, MEMORIES_LISTED_MAX, MEMORIES_PAGE } from '../limits.js';
import { MemoryRow } from './memory-row.js';

interface MemoryViewProps {
  /** Rejects where it cannot be opened. */
  onOpenSession: (sessionId: string) => Promise<void>;
}

/** What Jarvis remembers, newest first, to be found, corrected and deleted. Whatever is deleted here can be brought back. */
export function MemoryView({ onOpenSession }: MemoryViewProps) {
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(MEMORIES_PAGE);
  const [openId, setOpenId] = useState<number>();
  const [deleted, setDeleted] = useState<ReadonlySet<number>>(new Set());
  const [bulk, setBulk] = useState(0);
  const [refusal, setRefusal] = useState('');
  const query = search.trim();
  const list = useLoaded(query === '' ? `${limit}` : `${limit} ${query}`, (_, signal) => fetchMemories(query, query === '' ? limit : MEMORIES_FOUND_MAX, signal));
  const memories = list.value ?? [];

  const trying = async (action: Promise<void>): Promise<void> => {
    setRefusal('');
    try {
      await action;
    } catch (error) {
      setRefusal(problemOfError(error).what);
      throw error;
    }
  };
  /** For presses of which nothing depends on how they went but what is shown. */
  const press = (action: Promise<void>, then: () => void) => void trying(action).then(then, () => undefined);

  const mark = (id: number, isDeleted: boolean) => setDeleted((before) => new Set(isDeleted ? [...before, id] : [...before].filter((one) => one !== id)));
  const deleteAll = () => press(forgetMemories(memories.map(({ id }) => id)), () => {
    setBulk(memories.length);
    list.reload();
  });
  const undoAll = () => press(undoForgetting(), () => {
    setBulk(0);
    list.reload();
  });

  const words = list.key === undefined ? '' : query === '' ? 'Nothing is remembered yet. Say “remember that ...” in a chat.' : `Nothing that is remembered matches “${query}”.`;
  return (
    <ListView
      what="memories"
      search={search}
      onSearch={setSearch}
      refusal={refusal}
      problem={list.problem}
      onRetry={list.reload}
      empty={memories.length === 0 && bulk === 0 ? words : ''}
      head={
        <>
          {bulk > 0 && <DeletedRow title={`${bulk} memories`} onUndo={undoAll} />}
          {query !== '' && memories.length > 1 && deleted.size === 0 && (
            <div className="px-4">
              <TextButton onPress={deleteAll}>{`Delete all ${memories.length} found`}</TextButton>
            </div>
          )}
        </>
      }
      onMore={query === '' && memories.length === limit && limit < MEMORIES_LISTED_MAX ? () => setLimit(limit + MEMORIES_PAGE) : undefined}
    >
      {memories.map((memory) => {
        const { id, fact } = memory;
        return (
          <li key={id}>
            {deleted.has(id) ? (
              <DeletedRow title={fact} onUndo={() => press(undoMemory(id), () => mark(id, false))} />
            ) : (
              <MemoryRow
                memory={memory}
                isOpen={id === openId}
                onToggle={() => setOpenId(id === openId ? undefined : id)}
                onCorrect={(text) => trying(correctMemory(id, text)).then(list.reload)}
                onUndoCorrection={() => press(undoMemory(id), list.reload)}
                onDelete={() => press(forgetMemory(id), () => mark(id, true))}
                onOpenSession={(sessionId) => press(onOpenSession(sessionId), () => undefined)}
              />
            )}
          </li>
        );
      })}
    </ListView>
  );
}
