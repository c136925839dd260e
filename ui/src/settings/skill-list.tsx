import { fetchSkills, switchSkill } from '../api/preferences.js';
import { ProblemNote } from '../drawer/problem-note.js';
import { useLoaded } from '../drawer/use-loaded.js';
import { SwitchField } from './switch-field.js';
import { useSaving } from '../layout/use-saving.js';

const RISKS: Record<string, string> = { low: 'only reads', medium: 'adds', high: 'changes or deletes' };

/** What Jarvis may do by itself, each with a switch. */
export function SkillList() {
  const skills = useLoaded('', (_, signal) => fetchSkills(signal));
  const [refusal, saving] = useSaving();
  const set = (key: string, enabled: boolean) => skills.change((all) => all.map((skill) => (skill.key === key ? { ...skill, enabled } : skill)));
  const change = (key: string, enabled: boolean) => {
    set(key, enabled);
    saving(switchSkill(key, enabled)).catch(() => set(key, !enabled));
  };
  if (skills.problem) return <ProblemNote problem={skills.problem} onRetry={skills.reload} />;
  return (
    <>
      {skills.value?.map(({ key, name, description, risk, enabled }) => (
        <SwitchField key={key} label={name} detail={`${description} Risk: ${RISKS[risk] ?? risk}.`} isOn={enabled} onChange={(isOn) => change(key, isOn)} />
      ))}
      <p role="status" className="text-error empty:hidden">{refusal}</p>
    </>
  );
}
