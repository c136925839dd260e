import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { fetchDefaultProfile, fetchProfile, saveProfile } from '../api/preferences.js';
import { ProblemNote } from '../drawer/problem-note.js';
import { useLoaded } from '../drawer/use-loaded.js';
import { Button } from '../layout/button.js';
import { PROFILE_MAX_CHARACTERS } from '../limits.js';
import { useSaving } from '../layout/use-saving.js';

/** What Jarvis should always know and keep to: one text. */
export function ProfileForm() {
  const stored = useLoaded('', (_, signal) => fetchProfile(signal));
  const [edited, setEdited] = useState<string>();
  const [isSaved, setIsSaved] = useState(false);
  const [refusal, saving] = useSaving();
  if (stored.problem) return <ProblemNote problem={stored.problem} onRetry={stored.reload} />;
  if (stored.value === undefined) return null;

  const edit = (text: string) => {
    setEdited(text);
    setIsSaved(false);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const text = edited ?? stored.value ?? '';
    saving(saveProfile(text)).then(() => {
      stored.change(() => text);
      setIsSaved(true);
    }, () => undefined);
  };
  const takeDefault = () => void fetchDefaultProfile().then(edit, () => undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    // It would close the drawer, and what was typed with it.
    if (event.key === 'Escape' && edited !== undefined && !isSaved) event.preventDefault();
  };
  return (
    <form onSubmit={save} onKeyDown={onKeyDown} className="flex flex-col gap-2">
      <label htmlFor="profile" className="text-muted">What Jarvis should always know about you, and keep to</label>
      <textarea id="profile" rows={8} dir="auto" maxLength={PROFILE_MAX_CHARACTERS} value={edited ?? stored.value} onChange={(event) => edit(event.target.value)} className="field w-full resize-y py-2" />
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Save</Button>
        <Button onClick={takeDefault}>Fill in the text it had at first</Button>
      </div>
      <p role="status" className={refusal === '' ? 'text-muted empty:hidden' : 'text-error'}>{refusal || (isSaved ? 'Saved.' : '')}</p>
    </form>
  );
}
