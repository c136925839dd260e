import { useEffect, useRef } from 'react';
import { Button } from '../layout/button.js';

interface DeletedRowProps {
  title: string;
  onUndo: () => void;
}

/** What stands in the place of something that is deleted, or about to be. */
export function DeletedRow({ title, onUndo }: DeletedRowProps) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <div className="flex items-center justify-between gap-2 px-4 py-2">
      <p role="status" className="min-w-0 truncate text-muted">Deleted: {title}</p>
      <Button ref={undo} onClick={onUndo}>Undo</Button>
    </div>
  );
}
