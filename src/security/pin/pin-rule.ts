import { InvalidInputError } from '../../common/domain-error.js';

const PIN = /^[0-9]{4,12}$/;

/** What is wrong with a text as a PIN, without repeating it; undefined where it is one. */
export function pinProblem(text: string): string | undefined {
  return PIN.test(text) ? undefined : 'A PIN is 4 to 12 digits, 0 to 9, and nothing else.';
}

/** Throws InvalidInputError that says what a PIN is where the text is none. */
export function assertPin(text: string): void {
  const problem = pinProblem(text);
  if (problem !== undefined) throw new InvalidInputError(problem, { field: 'pin' });
}
