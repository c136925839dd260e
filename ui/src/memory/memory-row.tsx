import { useRef, useState } from 'react';
import type { Memory } from '../api/memories.js';
import { DisclosureRow } from '../drawer/disclosure-row.js';
import { EditForm } from '../drawer/edit-form.js';
import { TextButton } from '../layout/text-button.js';
import { FACT_MAX_CHARACTERS } from '../limits.js';
import { MemoryHistory } from './memory-history.js';
import { originInWords } from './memory-words.js';

interface MemoryRowProps {
  memory: Memory;
  isOpen: boolean;
  onToggle: () => void;
  /** Rejects where it could not be changed. */
  onCorrect: (fact: string) => Promise<void>;
  onUndoCorrection: () => void;
  onDelete: () => void;
  onOpenSession: (sessionId: string) => void;
}

/** A remembered fact: what it says, who said it when; opens to what can be done with it. */
export function MemoryRow({ memory, isOpen, onToggle, onCorrect, onUndoCorrection, onDelete, onOpenSession }: MemoryRowProps) {
  const { id, fact, sessionId } = memory;
  const row = useRef<HTMLButtonElement>(null);
  const [part, setPart] = useState<'actions' | 'edit' | 'history'>('actions');
  const close = () => {
    setPart('actions');
    row.current?.focus();
  };
  const toggle = () => {
    setPart('actions');
    onToggle();
  };
  return (
    <DisclosureRow ref={row} title={fact} detail={originInWords(memory, new Date())} isOpen={isOpen} onToggle={toggle}>
      {part === 'edit' ? (
        <EditForm label="What Jarvis should remember" text={fact} maxLength={FACT_MAX_CHARACTERS} onSave={(text) => onCorrect(text).then(close)} onCancel={close} />
      ) : (
        <>
          <div className="flex flex-wrap gap-x-4">
            <TextButton onPress={() => setPart('edit')}>Edit</TextButton>
            <TextButton onPress={onDelete}>Delete</TextButton>
            <TextButton onPress={() => setPart(part === 'history' ? 'actions' : 'history')}>{part === 'history' ? 'Hide history' : 'History'}</TextButton>
            {sessionId !== null && <TextButton onPress={() => onOpenSession(sessionId)}>Open the session</TextButton>}
          </div>
          {part === 'history' && (
            <div className="mt-2">
              <MemoryHistory id={id} onUndo={() => { onUndoCorrection(); close(); }} />
            </div>
          )}
        </>
      )}
    </DisclosureRow>
  );
}
