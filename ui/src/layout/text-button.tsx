import type { ReactNode, Ref } from 'react';

interface TextButtonProps {
  ref?: Ref<HTMLButtonElement>;
  /** The accessible name, where the text alone does not say what it is about. */
  label?: string;
  onPress: () => void;
  children: ReactNode;
}

/** A quiet button that looks like a link, for what stands inside a block. */
export function TextButton({ ref, label, onPress, children }: TextButtonProps) {
  return (
    <button ref={ref} type="button" aria-label={label} onClick={onPress} className="min-h-11 text-accent underline underline-offset-2 sm:min-h-0">
      {children}
    </button>
  );
}
