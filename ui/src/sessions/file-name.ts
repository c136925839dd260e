import { FILE_NAME_CHARACTERS } from '../limits.js';

/** A title as the name of a file, without its ending, that every file system takes. */
export function fileName(title: string): string {
  const words = title.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return `jarvis-${Array.from(words).slice(0, FILE_NAME_CHARACTERS).join('').replace(/-+$/, '') || 'session'}`;
}
