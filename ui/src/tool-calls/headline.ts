import { HEADLINE_CHARACTERS } from '../limits.js';

/** Names of arguments that say most about a call, the most telling first. */
const TELLING = ['cmd', 'command', 'path', 'file', 'url', 'query', 'pattern', 'name', 'id', 'key', 'text', 'value'];

function wordOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(wordOf).filter(Boolean).join(', ');
  if (typeof value === 'object' && value !== null) return headlineOf({ ...value });
  return '';
}

/** The argument that matters most, in one short line; '' for a call without arguments. */
export function headlineOf(args: Record<string, unknown>): string {
  const names = [...TELLING.filter((name) => Object.hasOwn(args, name)), ...Object.keys(args)];
  const word = names.map((name) => wordOf(args[name])).find((text) => text.trim() !== '') ?? '';
  const line = word.replace(/\s+/g, ' ').trim();
  return line.length > HEADLINE_CHARACTERS ? `${line.slice(0, HEADLINE_CHARACTERS)}…` : line;
}
