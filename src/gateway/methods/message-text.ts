import { invalidRequest } from '../gateway.error.js';

/**
 * A person's text as it is stored: composed (NFC), without control characters other than tab and line ends. Throws where it holds
 * NUL, which no provider takes, or nothing is left.
 */
export function messageText(text: string): string {
  if (text.includes('\u0000')) throw invalidRequest('message must not hold the character NUL');
  const clean = text.normalize('NFC').replace(/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '');
  if (clean.trim() === '') throw invalidRequest('message must not be blank');
  return clean;
}
