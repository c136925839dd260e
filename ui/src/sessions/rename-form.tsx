import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { Button } from '../layout/button.js';
import { NAME_MAX_CHARACTERS } from '../limits.js';

interface RenameFormProps {
  title: string;
  onRename: (title: string) => void;
  onCancel: () => void;
}

/** A session's title, to be changed. Enter saves, Escape leaves it as it was. */
export function RenameForm({ title, onRename, onCancel }: RenameFormProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(title);
  useEffect(() => input.current?.select(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    if (trimmed === '' || trimmed === title) onCancel();
    else onRename(trimmed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    // Otherwise it would close the drawer.
    event.preventDefault();
    onCancel();
  };
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} className="flex flex-wrap items-center gap-2 px-4 py-2">
      <label htmlFor={id} className="sr-only">New name of {title}</label>
      <input id={id} ref={input} value={name} maxLength={NAME_MAX_CHARACTERS} autoComplete="off" dir="auto" onChange={(event) => setName(event.target.value)} className="field min-w-0 flex-1" />
      <Button type="submit">Save</Button>
      <Button onClick={onCancel}>Cancel</Button>
    </form>
  );
}
