import { useId } from 'react';

interface SwitchFieldProps {
  label: string;
  detail?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Something that is on or off. */
export function SwitchField({ label, detail = '', isOn, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-1.5 sm:min-h-9">
      <input id={id} type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} className="mt-1 size-4 shrink-0 accent-ink" />
      <span className="min-w-0">
        {label}
        {detail !== '' && <span className="block text-code text-muted">{detail}</span>}
      </span>
    </label>
  );
}
