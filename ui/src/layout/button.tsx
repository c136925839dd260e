import type { ComponentProps } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  /** The one thing that is to be done here. */
  primary?: boolean;
}

/** A button, 44 pixels high where it is tapped. */
export function Button({ primary = false, className = '', ...rest }: ButtonProps) {
  const look = primary ? 'border-ink bg-ink text-ground' : 'border-line bg-ground text-ink';
  return <button type="button" className={`min-h-11 rounded-md border px-3 sm:min-h-9 ${look} ${className}`} {...rest} />;
}
