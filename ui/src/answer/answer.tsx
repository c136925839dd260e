import { memo } from 'react';
import { MARKDOWN_MAX_CHARACTERS } from '../limits.js';
import { withoutUndecided } from './held-back.js';
import { Markdown } from './markdown.js';
import { markdownBlocks } from './markdown-blocks.js';
import { PlainFallback } from './plain-fallback.js';

interface AnswerProps {
  text: string;
  /** Whether more of it is on its way. */
  isGrowing: boolean;
}

/** What Jarvis said. A text too long to be laid out as Markdown in good time is shown plainly. */
export const Answer = memo(function Answer({ text, isGrowing }: AnswerProps) {
  if (text.length > MARKDOWN_MAX_CHARACTERS) return <p className="answer whitespace-pre-wrap" dir="auto">{text}</p>;
  const blocks = markdownBlocks(isGrowing ? withoutUndecided(text) : text);
  return (
    <div className="answer">
      <PlainFallback text={text}>
        {blocks.map((block, index) => (
          <Markdown key={index} text={block} />
        ))}
      </PlainFallback>
    </div>
  );
});
