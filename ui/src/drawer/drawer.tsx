import { useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { Button } from '../layout/button.js';
import { VIEWS, type View } from './views.js';

interface DrawerProps {
  /** What it shows; undefined while it is closed. */
  view: View | undefined;
  onView: (view: View) => void;
  onClose: () => void;
  /** Rendered while it is open: each opening begins anew. */
  children: ReactNode;
}

/** What lies beside the conversation and is needed now and then. Over the page while it is open; Escape or a click beside it closes it. */
export function Drawer({ view, onView, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = view !== undefined;
  // Before the effects of what is in it, which may want the focus.
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  const onClick = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    <dialog ref={dialog} aria-label={view} onClose={onClose} onClick={onClick} className="drawer">
      {isOpen && (
        <div className="flex h-full flex-col">
          <div className="flex items-start gap-2 px-4 py-2">
            <nav aria-label="Views" className="me-auto flex flex-wrap gap-x-4">
              {VIEWS.map((name) => (
                <button key={name} type="button" aria-current={name === view ? 'page' : undefined} onClick={() => onView(name)} className="min-h-11 aria-[current]:font-semibold aria-[current]:underline aria-[current]:underline-offset-4 sm:min-h-9">
                  {name}
                </button>
              ))}
            </nav>
            <Button onClick={onClose}>Close</Button>
          </div>
          <h2 className="sr-only">{view}</h2>
          {children}
        </div>
      )}
    </dialog>
  );
}
