import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../src/scripts/built-server.mjs';

/** Columns of the table: what is asked for. */
export const ASKED = ['health', 'guest', 'login', 'guests’ route', 'owner’s route'] as const;

/** A row of the table "Two modes". */
export interface AccessRow {
  mode: string;
  who: string;
  statuses: number[];
}

/** The rows of the table in docs/security.md: what is documented is what is tested. */
export function documentedAccessRows(): AccessRow[] {
  const text = readFileSync(path.join(root, 'docs', 'security.md'), 'utf8');
  const rows = text.matchAll(/^\| (local|PIN|other host, no PIN) \| ([^|]+) \| (\d{3}) \| (\d{3}) \| (\d{3}) \| (\d{3}) \| (\d{3}) \|$/gm);
  return [...rows].map(([, mode = '', who = '', ...statuses]) => ({ mode, who, statuses: statuses.map(Number) }));
}
