import { Button } from '../layout/button.js';
import { WithCommands } from '../layout/with-commands.js';

interface EmptyStateProps {
  /** Whether the stand-in for a language model answers. */
  offline: boolean;
  onExample: (text: string) => void;
}

/** Harmless on any machine, and understood by the offline model too. */
const EXAMPLES = ['List the current directory', 'Run `uname -a`', 'What do you know about me?'];

const OFFLINE =
  'The offline model is in use: a few fixed rules, not a language model. To set up a real one, run `jarvis setup`, then `jarvis restart`.';

/** What stands where nothing has been said yet. */
export function EmptyState({ offline, onExample }: EmptyStateProps) {
  return (
    <div className="flex flex-col gap-6">
      <p>Ask, or give Jarvis work: it runs commands, reads and writes files on this machine, and remembers what you tell it to.</p>
      <ul aria-label="Examples" className="flex flex-col items-start gap-2">
        {EXAMPLES.map((example) => (
          <li key={example}>
            <Button className="text-start" onClick={() => onExample(example)}>{example}</Button>
          </li>
        ))}
      </ul>
      {offline && (
        <p className="text-muted">
          <WithCommands text={OFFLINE} />
        </p>
      )}
    </div>
  );
}
