import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { Button } from '../layout/button.js';

interface DrawerProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Rendered while it is open: each opening begins anew. */
  children: ReactNode;
}

/** What lies beside the conversation and is needed now and then. Over the page while it is open; Escape or a click beside it closes it. */
export function Drawer({ title, isOpen, onClose, children }: DrawerProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the effects of what is in it, which may want the focus.
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  const onClick = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onClose={onClose} onClick={onClick} className="drawer">
      {isOpen && (
        <div className="flex h-full flex-col">
          <div className="flex items-center justify-between px-4 py-2">
            <h2 id={titleId} className="font-semibold">{title}</h2>
            <Button onClick={onClose}>Close</Button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
