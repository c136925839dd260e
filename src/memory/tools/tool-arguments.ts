import { InvalidInputError } from '../../common/domain-error.js';
import { MAX_LABEL_CHARACTERS } from '../limits.js';

type Arguments = Readonly<Record<string, unknown>>;

/** Arguments as models write them: numbers also as text. Each throws InvalidInputError in words for the model. */
export function textArgument(args: Arguments, name: string): string {
  const value = args[name];
  if (typeof value !== 'string' || value.trim() === '') throw new InvalidInputError(`"${name}" must be a text that is not blank.`, { field: name });
  return value;
}

/** A label; undefined where it is absent or blank. */
export function optionalTextArgument(args: Arguments, name: string): string | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.length > MAX_LABEL_CHARACTERS) {
    throw new InvalidInputError(`"${name}" must be a text of at most ${MAX_LABEL_CHARACTERS} characters.`, { field: name });
  }
  return value.trim() === '' ? undefined : value.trim();
}

export function optionalNumberArgument(args: Arguments, name: string): number | undefined {
  const value = args[name];
  return value === undefined || value === null ? undefined : wholeNumber(value, name);
}

export function integerArgument(args: Arguments, name: string, absent: number, maximum: number): number {
  return Math.min(optionalNumberArgument(args, name) ?? absent, maximum);
}

/** A list of whole numbers, or one alone; [] where it is absent. */
export function numbersArgument(args: Arguments, name: string): number[] {
  const value = args[name];
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? (value as unknown[]) : [value]).map((item) => wholeNumber(item, name));
}

function wholeNumber(value: unknown, name: string): number {
  const number = typeof value === 'string' && /^#?\d{1,15}$/.test(value) ? Number(value.replace('#', '')) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) {
    throw new InvalidInputError(`"${name}" must be a whole number from 1 on.`, { field: name });
  }
  return number;
}
