import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { writeFileAtomic } from '../common/atomic-file.js';

/** The variables of an `.env` file; `{}` where there is none. */
export function readEnvironmentFile(file: string): Record<string, string> {
  return existsSync(file) ? parse(readFileSync(file)) : {};
}

/**
 * Sets one variable in an `.env` file (0600) and keeps every other line as it is, comments too.
 * Values that would not survive unquoted are written in quotes.
 */
export async function writeEnvironmentVariable(file: string, name: string, value: string): Promise<void> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split(/\r?\n/) : [];
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  const assignment = `${name}=${quote(value)}`;
  const at = lines.findIndex((line) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`).test(line));
  if (at === -1) lines.push(assignment);
  else lines[at] = assignment;
  await writeFileAtomic(file, `${lines.join('\n')}\n`);
}

function quote(value: string): string {
  if (/^[\w./:@+=-]*$/.test(value)) return value;
  return value.includes("'") ? `"${value.replace(/\n/g, '\\n')}"` : `'${value}'`;
}
