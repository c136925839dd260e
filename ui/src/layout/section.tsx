import { useId, useState, type ReactNode } from 'react';
import { Chevron } from './chevron.js';

interface SectionProps {
  title: string;
  children: ReactNode;
}

/** A part of a view, with its heading. */
export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}

/** A part of a view that opens when it is wanted; what it needs is read then. */
export function ClosedSection({ title, children }: SectionProps) {
  const bodyId = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={bodyId} onClick={() => setIsOpen(!isOpen)} className="group flex min-h-11 w-full items-center gap-2 font-semibold sm:min-h-9">
          <Chevron /> {title}
        </button>
      </h3>
      <div id={bodyId} hidden={!isOpen} className="flex-col gap-2 pt-1 pb-2 not-[[hidden]]:flex">
        {isOpen && children}
      </div>
    </div>
  );
}
