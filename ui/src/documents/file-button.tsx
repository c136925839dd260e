import { useRef, type ReactNode } from 'react';
import { Button } from '../layout/button.js';

interface FileButtonProps {
  label?: string;
  isMultiple?: boolean;
  disabled?: boolean;
  className?: string;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** What can be read: docs/documents.md. Only a hint for the browser's own dialog; the server decides. */
const TYPES = '.txt,.md,.markdown,.html,.htm,.pdf,.json,.csv,.log,text/*,application/pdf,application/json';

/** A button that lets the person choose files. */
export function FileButton({ label, isMultiple = false, disabled = false, className = '', onFiles, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button aria-label={label} title={label} disabled={disabled} className={className} onClick={() => input.current?.click()}>{children}</Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={TYPES}
        multiple={isMultiple}
        onChange={(event) => {
          onFiles(Array.from(event.target.files ?? []));
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}
