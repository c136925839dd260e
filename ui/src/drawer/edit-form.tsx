import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { Button } from '../layout/button.js';

interface EditFormProps {
  /** What is written here, for a screen reader. */
  label: string;
  text: string;
  maxLength: number;
  rows?: number;
  /** Whether an empty text may be saved. */
  mayBeEmpty?: boolean;
  /** Rejects where it could not be saved: the text then stays here. */
  onSave: (text: string) => Promise<void>;
  onCancel: () => void;
}

/** A text of some lines, to be changed. Escape leaves it as it was. */
export function EditForm({ label, text, maxLength, rows = 3, mayBeEmpty = false, onSave, onCancel }: EditFormProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [edited, setEdited] = useState(text);
  useEffect(() => area.current?.focus(), []);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (edited === text || (edited.trim() === '' && !mayBeEmpty)) onCancel();
    // What went wrong is said by whoever saves.
    else onSave(edited).catch(() => undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    // Otherwise it would close the drawer.
    event.preventDefault();
    onCancel();
  };
  return (
    <form onSubmit={onSubmit} onKeyDown={onKeyDown} className="flex flex-col gap-2">
      <label htmlFor={id} className="sr-only">{label}</label>
      <textarea id={id} ref={area} rows={rows} dir="auto" maxLength={maxLength} value={edited} onChange={(event) => setEdited(event.target.value)} className="field w-full resize-y py-2" />
      <div className="flex gap-2">
        <Button type="submit">Save</Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
