import { MARKDOWN_MAX_CHARACTERS } from '../limits.js';
import { Markdown } from './markdown.js';
import { PlainFallback } from './plain-fallback.js';

interface AnswerProps {
  text: string;
}

/** What Jarvis said. A text too long to be laid out as Markdown in good time is shown plainly. */
export function Answer({ text }: AnswerProps) {
  if (text.length > MARKDOWN_MAX_CHARACTERS) return <p className="answer whitespace-pre-wrap" dir="auto">{text}</p>;
  return (
    <div className="answer">
      <PlainFallback text={text}>
        <Markdown text={text} />
      </PlainFallback>
    </div>
  );
}
