import { useId } from 'react';

interface ChoiceFieldProps {
  label: string;
  value: string;
  /** Value and words of each. */
  options: readonly (readonly [value: string, words: string])[];
  onChange: (value: string) => void;
}

/** One of several, by the browser's own list. */
export function ChoiceField({ label, value, options, onChange }: ChoiceFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col">
      <label htmlFor={id} className="text-muted">{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)} className="field w-full min-w-0">
        {options.map(([option, words]) => (
          <option key={option} value={option}>{words}</option>
        ))}
      </select>
    </div>
  );
}
