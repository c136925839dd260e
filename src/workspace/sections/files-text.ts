import type { SectionText } from '../../prompt/prompt-section.js';
import type { PlacedFile } from '../bootstrap-files.js';

/** Files below a heading, each with its name; undefined where there is none. */
export function filesText(heading: string, files: readonly PlacedFile[]): SectionText | undefined {
  const shown = files.filter(({ text }) => text !== '');
  if (files.length === 0) return undefined;
  const text = shown.length === 0 ? '' : [heading, ...shown.map((file) => `## ${file.path}\n\n${file.text}`)].join('\n\n');
  return { text, files: files.map(({ name, path, missing, rawChars, injectedChars, truncated }) => ({ name, path, missing, rawChars, injectedChars, truncated })) };
}
