import type { ChatChoice } from '../conversation/chat-choice.js';
import { TextButton } from '../layout/text-button.js';

interface ChoiceLineProps {
  choice: ChatChoice;
  onChoice: (choice: ChatChoice) => void;
}

/** Says above the input what goes with the message beside its words; nothing where nothing was chosen. */
export function ChoiceLine({ choice, onChoice }: ChoiceLineProps) {
  const { preset, model, ...rest } = choice;
  if (preset === undefined && model === undefined) return null;
  return (
    <ul aria-label="What goes with the message" className="column flex flex-col pt-2 text-muted">
      {preset && <Chosen what="Preset" name={preset.name} onRemove={() => onChoice({ ...rest, ...(model !== undefined && { model }) })} />}
      {model !== undefined && <Chosen what="Model for this message" name={model} onRemove={() => onChoice({ ...rest, ...(preset && { preset }) })} />}
    </ul>
  );
}

function Chosen({ what, name, onRemove }: { what: string; name: string; onRemove: () => void }) {
  return (
    <li className="flex items-center gap-3">
      <span className="min-w-0 truncate">{what}: <bdi>{name}</bdi></span>
      <TextButton label={`Remove ${what.toLowerCase()} ${name}`} onPress={onRemove}>Remove</TextButton>
    </li>
  );
}
