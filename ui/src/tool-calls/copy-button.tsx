import { useEffect, useState } from 'react';
import { COPIED_MS } from '../limits.js';
import { TextButton } from '../layout/text-button.js';
import { copyText } from './copy-text.js';

interface CopyButtonProps {
  /** What is copied, for its accessible name. */
  what: string;
  text: string;
}

const WORDS = { idle: 'Copy', copied: 'Copied', failed: 'Select and copy by hand' };

/** Copies a text and says whether it did. */
export function CopyButton({ what, text }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof WORDS>('idle');

  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => setState((await copyText(text)) ? 'copied' : 'failed');
  return (
    <>
      <TextButton label={`${WORDS[state]} ${state === 'failed' ? '' : what}`.trim()} onPress={() => void copy()}>
        {WORDS[state]}
      </TextButton>
      <span role="status" className="sr-only">{state === 'idle' ? '' : `${WORDS[state]}.`}</span>
    </>
  );
}
