import { changeSettings, type Settings } from '../api/preferences.js';
import { ChoiceField } from '../layout/choice-field.js';
import { Section } from '../layout/section.js';
import { SwitchField } from './switch-field.js';
import { useSaving } from '../layout/use-saving.js';

interface AnswersSectionProps {
  settings: Settings;
  models: readonly string[];
  /** Why the models cannot be listed; '' where they can. */
  modelsRefusal: string;
  onSettings: (settings: Settings) => void;
}

const SWITCHES = [
  ['memory_enabled', 'Memory', 'What is remembered goes with messages that it fits.'],
  ['search_enabled', 'Web search', 'Jarvis may search, and looks up what it does not know.'],
  ['profile_enabled', 'Profile', 'Your profile is part of the prompt.'],
  ['skills_enabled', 'Skills', 'The prompt lists the skills that are on.'],
] as const;

/** What holds for all answers: kept by the server, in force with the next message. */
export function AnswersSection({ settings, models, modelsRefusal, onSettings }: AnswersSectionProps) {
  const [refusal, saving] = useSaving();
  const change = (changes: Partial<Settings>) => {
    onSettings({ ...settings, ...changes });
    saving(changeSettings(changes)).catch(() => onSettings(settings));
  };
  const known = models.includes(settings.default_model) ? models : [settings.default_model, ...models];
  return (
    <Section title="All chats">
      <ChoiceField label="Model" value={settings.default_model} options={known.map((name) => [name, name])} onChange={(name) => change({ default_model: name })} />
      {modelsRefusal !== '' && <p className="text-code wrap-anywhere text-muted">Other models cannot be listed: {modelsRefusal}</p>}
      <div>
        {SWITCHES.map(([key, label, detail]) => (
          <SwitchField key={key} label={label} detail={detail} isOn={settings[key]} onChange={(isOn) => change({ [key]: isOn })} />
        ))}
      </div>
      <p role="status" className="text-error empty:hidden">{refusal}</p>
    </Section>
  );
}
