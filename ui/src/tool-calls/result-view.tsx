import { useState } from 'react';
import { ScrollBox } from '../layout/scroll-box.js';
import { TextButton } from '../layout/text-button.js';
import { CopyButton } from './copy-button.js';
import { previewOf } from './preview.js';

interface ResultViewProps {
  title: string;
  text: string;
}

/** One part of an open tool block: a text with its title and a way to copy it; a long one is cut until asked for. */
export function ResultView({ title, text }: ResultViewProps) {
  const [all, setAll] = useState(false);
  const preview = previewOf(text);
  const count = preview.lineCount === 1 ? '1 line' : `${preview.lineCount.toLocaleString('en')} lines`;
  return (
    <div role="group" aria-label={title}>
      <div className="flex items-baseline justify-between gap-4 font-sans">
        <span className="text-muted">{title}</span>
        {text !== '' && <CopyButton what={title.toLowerCase()} text={text} />}
      </div>
      {text === '' ? (
        <p className="text-muted">nothing</p>
      ) : (
        <ScrollBox label={title} className={all ? 'max-h-[60dvh]' : ''}>
          <pre dir="ltr">{all ? text : preview.text}</pre>
        </ScrollBox>
      )}
      {preview.isCut && (
        <div className="font-sans">
          <TextButton onPress={() => setAll(!all)}>{all ? 'Show less' : `Show all (${count})`}</TextButton>
        </div>
      )}
    </div>
  );
}
