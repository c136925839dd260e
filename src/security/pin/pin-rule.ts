import { InvalidInputError } from '../../common/domain-error.js';

const PIN = /^[0-9]{4,12}$/;

/** Throws InvalidInputError that says what a PIN is where the text is none. The text itself is never repeated. */
export function assertPin(text: string): void {
  if (PIN.test(text)) return;
  throw new InvalidInputError('A PIN is 4 to 12 digits, 0 to 9, and nothing else.', { field: 'pin' });
}
