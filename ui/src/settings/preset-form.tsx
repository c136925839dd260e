import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import type { Preset } from '../api/preferences.js';
import { Button } from '../layout/button.js';
import { PRESET_MAX_CHARACTERS, PRESET_NAME_MAX_CHARACTERS } from '../limits.js';

interface PresetFormProps {
  preset: Pick<Preset, 'name' | 'prompt'>;
  /** Rejects where it could not be saved: what was typed then stays here. */
  onSave: (text: Pick<Preset, 'name' | 'prompt'>) => Promise<void>;
  onCancel: () => void;
}

/** A preset's name and text, to be written. Escape leaves them as they were. */
export function PresetForm({ preset, onSave, onCancel }: PresetFormProps) {
  const id = useId();
  const nameField = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(preset.name);
  const [prompt, setPrompt] = useState(preset.prompt);
  useEffect(() => nameField.current?.focus(), []);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSave({ name: name.trim(), prompt: prompt.trim() }).catch(() => undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    // Otherwise it would close the drawer.
    event.preventDefault();
    onCancel();
  };
  return (
    <form onSubmit={onSubmit} onKeyDown={onKeyDown} className="flex flex-col gap-2">
      <label htmlFor={`${id}-name`} className="text-muted">Name</label>
      <input id={`${id}-name`} ref={nameField} required dir="auto" autoComplete="off" maxLength={PRESET_NAME_MAX_CHARACTERS} value={name} onChange={(event) => setName(event.target.value)} className="field w-full" />
      <label htmlFor={`${id}-prompt`} className="text-muted">What Jarvis should keep to</label>
      <textarea id={`${id}-prompt`} required rows={5} dir="auto" maxLength={PRESET_MAX_CHARACTERS} value={prompt} onChange={(event) => setPrompt(event.target.value)} className="field w-full resize-y py-2" />
      <div className="flex gap-2">
        <Button type="submit">Save</Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
