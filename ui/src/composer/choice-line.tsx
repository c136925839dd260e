import type { ChatChoice } from '../conversation/chat-choice.js';
import { progressInWords } from '../documents/progress-in-words.js';
import { TextButton } from '../layout/text-button.js';
import type { AttachmentActions } from './use-attachment.js';

interface ChoiceLineProps {
  choice: ChatChoice;
  onChoice: (choice: ChatChoice) => void;
  file: AttachmentActions;
}

/** Says above the input what goes with the message beside its words; nothing where nothing was chosen. */
export function ChoiceLine({ choice: { preset, model }, onChoice, file: { attachment, detach } }: ChoiceLineProps) {
  if (preset === undefined && model === undefined && attachment === undefined) return null;
  return (
    <ul aria-label="What goes with the message" className="column flex flex-col pt-2 text-muted">
      {preset && <Chosen what="Preset" name={preset.name} onRemove={() => onChoice(model === undefined ? {} : { model })} />}
      {model !== undefined && <Chosen what="Model for this message" name={model} onRemove={() => onChoice(preset === undefined ? {} : { preset })} />}
      {attachment && <Chosen what="File" name={attachment.name} state={attachment.contextId === '' ? progressInWords(attachment.share) : ''} refusal={attachment.refusal} onRemove={detach} />}
    </ul>
  );
}

interface ChosenProps {
  what: string;
  name: string;
  state?: string;
  refusal?: string;
  onRemove: () => void;
}

function Chosen({ what, name, state = '', refusal = '', onRemove }: ChosenProps) {
  return (
    <li>
      <div className="flex items-center gap-3">
        <span className="min-w-0 truncate">{what}: <bdi>{name}</bdi></span>
        {refusal === '' && state !== '' && <span className="shrink-0">{state}</span>}
        <TextButton label={`Remove ${what.toLowerCase()} ${name}`} onPress={onRemove}>Remove</TextButton>
      </div>
      <p role="status" className="wrap-anywhere text-error empty:hidden">{refusal}</p>
    </li>
  );
}
