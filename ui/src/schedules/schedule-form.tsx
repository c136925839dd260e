import { useEffect, useId, useRef, useState, type FormEvent, type InputHTMLAttributes, type KeyboardEvent } from 'react';
import type { NewSchedule } from '../api/schedule.js';
import { Button } from '../layout/button.js';
import { ChoiceField } from '../layout/choice-field.js';
import { SCHEDULE_NAME_CHARACTERS, SCHEDULE_TEXT_MAX_CHARACTERS } from '../limits.js';
import { FIRST_FIELDS, timingOf, type TimingFields } from './new-timing.js';

interface ScheduleFormProps {
  /** Rejects where it could not be added: what was typed then stays here. */
  onAdd: (schedule: NewSchedule) => Promise<void>;
  onCancel: () => void;
}

const KINDS = [['daily', 'Every day'], ['every', 'Again and again'], ['once', 'Once'], ['cron', 'By a cron expression']] as const;
const UNITS = [['60000', 'minutes'], ['3600000', 'hours'], ['86400000', 'days']] as const;

/** Something that Jarvis is to do by itself: what, and when. Escape takes it back. */
export function ScheduleForm({ onAdd, onCancel }: ScheduleFormProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [fields, setFields] = useState(FIRST_FIELDS);
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  useEffect(() => area.current?.focus(), []);

  const change = (changes: Partial<TimingFields>) => setFields((before) => ({ ...before, ...changes }));
  const field = (name: 'time' | 'count' | 'at' | 'expression', label: string, attributes: InputHTMLAttributes<HTMLInputElement>) => (
    <div className="flex min-w-0 flex-1 flex-col">
      <label htmlFor={`${id}-${name}`} className="text-muted">{label}</label>
      <input id={`${id}-${name}`} required value={fields[name]} onChange={(event) => change({ [name]: event.target.value })} className="field w-full min-w-0" {...attributes} />
    </div>
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const [line = ''] = text.trim().split('\n');
    onAdd({ name: Array.from(line).slice(0, SCHEDULE_NAME_CHARACTERS).join(''), text: text.trim(), timing: timingOf(fields, zone) }).catch(() => undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    // Otherwise it would close the drawer.
    event.preventDefault();
    onCancel();
  };
  return (
    <form aria-label="New schedule" onSubmit={onSubmit} onKeyDown={onKeyDown} className="flex flex-col gap-2 px-4 py-1">
      <label htmlFor={`${id}-text`} className="text-muted">What Jarvis should do</label>
      <textarea id={`${id}-text`} ref={area} required rows={3} dir="auto" maxLength={SCHEDULE_TEXT_MAX_CHARACTERS} value={text} onChange={(event) => setText(event.target.value)} className="field w-full resize-y py-2" />
      <ChoiceField label="When" value={fields.kind} options={KINDS} onChange={(kind) => change({ kind: kind as TimingFields['kind'] })} />
      {fields.kind === 'daily' && field('time', `At (${zone})`, { type: 'time' })}
      {fields.kind === 'once' && field('at', `On (${zone})`, { type: 'datetime-local' })}
      {fields.kind === 'cron' && field('expression', `Minute, hour, day, month, weekday (${zone})`, { autoComplete: 'off', spellCheck: false })}
      {fields.kind === 'every' && (
        <div className="flex gap-2">
          {field('count', 'Every', { type: 'number', min: 1, step: 1 })}
          <div className="min-w-0 flex-1"><ChoiceField label="Unit" value={fields.unit} options={UNITS} onChange={(unit) => change({ unit })} /></div>
        </div>
      )}
      <div className="flex gap-2">
        <Button type="submit">Add</Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
