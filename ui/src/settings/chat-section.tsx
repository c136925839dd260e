import type { Preset } from '../api/preferences.js';
import type { ChatChoice } from '../conversation/chat-choice.js';
import { ChoiceField } from '../layout/choice-field.js';
import { Section } from '../layout/section.js';

interface ChatSectionProps {
  presets: readonly Preset[];
  models: readonly string[];
  choice: ChatChoice;
  onChoice: (choice: ChatChoice) => void;
}

/** What holds for this chat, or for its next message, and is gone with it. */
export function ChatSection({ presets, models, choice, onChoice }: ChatSectionProps) {
  const { preset, model = '', ...rest } = choice;
  const chosen = presets.find(({ name, prompt }) => name === preset?.name && prompt === preset.prompt)?.id ?? '';
  const choosePreset = (id: string) => {
    const found = presets.find((one) => one.id === id);
    onChoice({ ...rest, ...(model !== '' && { model }), ...(found && { preset: { name: found.name, prompt: found.prompt } }) });
  };
  const chooseModel = (name: string) => onChoice({ ...rest, ...(preset && { preset }), ...(name !== '' && { model: name }) });
  return (
    <Section title="This chat">
      <ChoiceField label="Preset" value={chosen} options={[['', 'None'], ...presets.map(({ id, name }) => [id, name] as const)]} onChange={choosePreset} />
      <ChoiceField label="Model for the next message" value={model} options={[['', 'As always'], ...models.map((name) => [name, name] as const)]} onChange={chooseModel} />
    </Section>
  );
}
