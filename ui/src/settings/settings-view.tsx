import { fetchModels, fetchPresets, fetchSettings } from '../api/preferences.js';
import type { ChatChoice } from '../conversation/chat-choice.js';
import { ProblemNote } from '../drawer/problem-note.js';
import { useLoaded } from '../drawer/use-loaded.js';
import { OwnerLine } from '../people/owner-line.js';
import { AnswersSection } from './answers-section.js';
import { ChatSection } from './chat-section.js';
import { MachineLine } from './machine-line.js';
import { PresetList } from './preset-list.js';
import { ProfileForm } from './profile-form.js';
import { ClosedSection } from '../layout/section.js';
import { SkillList } from './skill-list.js';

interface SettingsViewProps {
  choice: ChatChoice;
  onChoice: (choice: ChatChoice) => void;
}

/** What can be set: for this chat, for all, and what Jarvis knows and may do. */
export function SettingsView({ choice, onChoice }: SettingsViewProps) {
  const settings = useLoaded('', (_, signal) => fetchSettings(signal));
  const presets = useLoaded('', (_, signal) => fetchPresets(signal));
  const models = useLoaded('', (_, signal) => fetchModels(signal));
  if (settings.problem) return <ProblemNote problem={settings.problem} onRetry={settings.reload} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-4 pt-2 pb-4">
      <ChatSection presets={presets.value ?? []} models={models.value ?? []} choice={choice} onChoice={onChoice} />
      {settings.value && (
        <AnswersSection settings={settings.value} models={models.value ?? []} modelsRefusal={models.problem?.what ?? ''} onSettings={(changed) => settings.change(() => changed)} />
      )}
      <div>
        <ClosedSection title="Profile"><ProfileForm /></ClosedSection>
        <ClosedSection title="Presets"><PresetList presets={presets.value ?? []} onChanged={presets.reload} /></ClosedSection>
        <ClosedSection title="Skills"><SkillList /></ClosedSection>
      </div>
      <OwnerLine />
      <MachineLine />
    </div>
  );
}
