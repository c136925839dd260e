import { useId, type ReactNode, type Ref } from 'react';
import { Chevron } from '../layout/chevron.js';

interface DisclosureRowProps {
  ref?: Ref<HTMLButtonElement>;
  title: string;
  /** A second, quiet line. */
  detail: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  /** What it opens to. */
  children: ReactNode;
}

/** A row of a list that opens to more of itself, and to what can be done with it. */
export function DisclosureRow({ ref, title, detail, isOpen, onToggle, children }: DisclosureRowProps) {
  const bodyId = useId();
  return (
    <>
      <button ref={ref} type="button" data-row aria-expanded={isOpen} aria-controls={bodyId} onClick={onToggle} className="group flex min-h-11 w-full items-center gap-3 px-4 py-2 text-start -outline-offset-2">
        <span className="min-w-0 flex-1">
          <bdi className={`wrap-anywhere ${isOpen ? 'whitespace-pre-wrap' : 'line-clamp-2'}`}>{title}</bdi>
          <span className="block text-code wrap-anywhere text-muted">{detail}</span>
        </span>
        <Chevron />
      </button>
      <div id={bodyId} hidden={!isOpen} className="px-4 pb-3">
        {isOpen && children}
      </div>
    </>
  );
}
