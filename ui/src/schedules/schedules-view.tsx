import { useState } from 'react';
import { problemOfError } from '../api/problem.js';
import type { NewSchedule } from '../api/schedule.js';
import { addSchedule, deleteSchedule, fetchSchedules, runSchedule, switchSchedule } from '../api/schedules.js';
import { DeletedRow } from '../drawer/deleted-row.js';
import { DisclosureRow } from '../drawer/disclosure-row.js';
import { ListView } from '../drawer/list-view.js';
import { useDeletions } from '../drawer/use-deletions.js';
import { useLoaded } from '../drawer/use-loaded.js';
import { Button } from '../layout/button.js';
import { TextButton } from '../layout/text-button.js';
import { lastInWords, planInWords } from './schedule-words.js';
import { ScheduleForm } from './schedule-form.js';

/** What Jarvis does by itself: when next, how it went last; turned on and off, done now, added and deleted. */
export function SchedulesView() {
  const [search, setSearch] = useState('');
  const [openId, setOpenId] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  const [refusal, setRefusal] = useState('');
  const list = useLoaded('', (_, signal) => fetchSchedules(signal));
  const deletions = useDeletions({
    remove: deleteSchedule,
    onDeleted: (id) => list.change((all) => all.filter((one) => one.id !== id)),
    onRefused: () => {
      setRefusal('A schedule could not be deleted. It is back in the list.');
      list.reload();
    },
  });
  const trying = async (action: Promise<void>): Promise<void> => {
    setRefusal('');
    try {
      await action;
      list.reload();
    } catch (error) {
      setRefusal(problemOfError(error).what);
      throw error;
    }
  };
  const press = (action: Promise<void>) => void trying(action).catch(() => undefined);
  const add = async (schedule: NewSchedule) => {
    await trying(addSchedule(schedule));
    setIsAdding(false);
  };

  const words = search.trim().toLowerCase();
  const found = (list.value ?? []).filter(({ name, text }) => `${name}\n${text}`.toLowerCase().includes(words));
  const now = new Date();
  return (
    <ListView
      what="schedules"
      search={search}
      onSearch={setSearch}
      refusal={refusal}
      problem={list.problem}
      onRetry={list.reload}
      empty={list.value === undefined || found.length > 0 ? '' : words === '' ? 'Nothing is scheduled. What you add here Jarvis does by itself, at its time.' : `No schedule has “${search.trim()}” in it.`}
      head={isAdding ? <ScheduleForm onAdd={add} onCancel={() => setIsAdding(false)} /> : <div className="px-4 py-1"><Button onClick={() => setIsAdding(true)}>New schedule</Button></div>}
    >
      {found.map((schedule) => {
        const { id, name, text, isOn, lastStatus } = schedule;
        if (deletions.pending.has(id)) return <li key={id}><DeletedRow title={name} onUndo={() => deletions.undo(id)} /></li>;
        const last = lastInWords(schedule, now);
        return (
          <li key={id}>
            <DisclosureRow title={name} detail={planInWords(schedule, now)} isOpen={id === openId} onToggle={() => setOpenId(id === openId ? '' : id)}>
              {text !== name && <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
              {last !== '' && <p className={`text-code wrap-anywhere ${lastStatus === 'ok' ? 'text-muted' : 'text-error'}`}>{last}</p>}
              <div className="flex flex-wrap gap-x-4">
                <TextButton label={`Run ${name} now`} onPress={() => press(runSchedule(id))}>Run now</TextButton>
                <TextButton label={`Turn ${name} ${isOn ? 'off' : 'on'}`} onPress={() => press(switchSchedule(id, !isOn))}>{isOn ? 'Turn off' : 'Turn on'}</TextButton>
                <TextButton label={`Delete ${name}`} onPress={() => deletions.begin(id)}>Delete</TextButton>
              </div>
            </DisclosureRow>
          </li>
        );
      })}
    </ListView>
  );
}
