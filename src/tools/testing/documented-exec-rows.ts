import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../common/package-root.js';
import type { CommandRule } from '../exec-policy.js';

/** `security`, `ask`, and what happens to an approved, a listed and an unknown command. */
export type ExecRow = ['deny' | 'allowlist' | 'full', 'off' | 'on-miss' | 'always', CommandRule, CommandRule, CommandRule];

/** The rows of the table in docs/security.md: what is documented is what is tested. */
export function documentedExecRows(): ExecRow[] {
  const text = readFileSync(path.join(packageRoot, 'docs', 'security.md'), 'utf8');
  const rows = text.matchAll(/^\| (deny|allowlist|full) \| (off|on-miss|always) \| (\w+) \| (\w+) \| (\w+) \|$/gm);
  return [...rows].map((row) => row.slice(1) as ExecRow);
}
