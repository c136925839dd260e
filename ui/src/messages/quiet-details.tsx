import { useState } from 'react';
import { Chevron } from '../layout/chevron.js';
import { ScrollBox } from '../layout/scroll-box.js';

interface QuietDetailsProps {
  title: string;
  text: string;
}

/** Something that is there for whoever wants to know, in one quiet line; opens to a text. */
export function QuietDetails({ title, text }: QuietDetailsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="group text-muted" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 w-fit list-none items-center gap-2 sm:min-h-0 [&::-webkit-details-marker]:hidden">
        <Chevron /> {title}
      </summary>
      {isOpen && (
        <ScrollBox label={title} className="mt-1 max-h-60 border-s-2 border-line ps-3">
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">{text.trim()}</p>
        </ScrollBox>
      )}
    </details>
  );
}
