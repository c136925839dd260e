import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { writeJsonAtomic } from '../common/atomic-file.js';
import { systemErrorCode } from '../common/domain-error.js';
import type { Lock } from '../storage/lock.js';
import { entryOf, fingerprint } from './script-tool-code.js';
import type { ScriptTool } from './tool.js';
import { readToolsFile } from './tools-file.js';

/** Name of the lock under which tools.json is written. */
const LOCK_NAME = 'tools';

interface SeedPlan {
  file: Record<string, unknown>;
  /** What was written last of each built-in, as a fingerprint: how an edit is told from an older version. */
  written: Record<string, string>;
  changed: string[];
}

/**
 * Puts built-ins that are missing into tools.json, and brings those up to date that are exactly as an earlier version wrote
 * them. Edited entries and everything else stay as they are; a file that cannot be read as JSON is not touched.
 * Two servers that start at once do it one after the other. Throws the system error where the file cannot be written.
 *
 * @returns the names of the entries that were written
 */
export async function seedTools(file: string, builtIns: readonly ScriptTool[], lock: Lock): Promise<readonly string[]> {
  // Nearly always there is nothing to do: then no lock is taken.
  if (!needsWrite(plan(file, builtIns))) return [];
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const lease = await lock.acquire(LOCK_NAME);
  try {
    const next = plan(file, builtIns);
    if (next === undefined || !needsWrite(next)) return [];
    await writeJsonAtomic(targetOf(file), next.file);
    await writeJsonAtomic(recordOf(file), next.written);
    return next.changed;
  } finally {
    lease.release();
  }
}

function needsWrite(next: SeedPlan | undefined): boolean {
  return next !== undefined && next.changed.length > 0;
}

/** Undefined where the file is not to be touched. */
function plan(file: string, builtIns: readonly ScriptTool[]): SeedPlan | undefined {
  const raw = readToolsFile(file);
  if (typeof raw === 'string') return undefined;
  const next: SeedPlan = { file: { ...raw }, written: readRecord(file), changed: [] };
  for (const tool of builtIns) {
    const entry = entryOf(tool);
    const present = raw !== undefined && Object.hasOwn(raw, tool.name);
    const isOlderVersion = present && next.written[tool.name] === entryFingerprint(raw[tool.name]);
    if (present && !isOlderVersion) continue;
    if (present && entryFingerprint(raw[tool.name]) === entryFingerprint(entry)) continue;
    next.file[tool.name] = entry;
    next.written[tool.name] = entryFingerprint(entry);
    next.changed.push(tool.name);
  }
  return next;
}

function entryFingerprint(entry: unknown): string {
  return fingerprint(JSON.stringify(entry));
}

/** A tools.json that is a link into somebody's own repository stays a link. */
function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return file;
    throw error;
  }
}

function recordOf(file: string): string {
  return path.join(path.dirname(file), 'seeded.json');
}

/** An absent or damaged record only means that older versions are taken for edits. */
function readRecord(file: string): Record<string, string> {
  try {
    const record: unknown = JSON.parse(readFileSync(recordOf(file), 'utf8'));
    return typeof record === 'object' && record !== null ? { ...(record as Record<string, string>) } : {};
  } catch {
    return {};
  }
}
