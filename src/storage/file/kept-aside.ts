import path from 'node:path';
import { Logger } from '@nestjs/common';
import { systemErrorCode } from '../../common/domain-error.js';
import type { FileOperations } from '../file-operations.js';
import type { DamageReport } from '../session-store.js';
import type { FoundDamage } from './conversation-loader.js';
import { type ConversationFiles, keptAsideName, parseConversationName } from './conversation-names.js';
import { isObject } from './conversation-salvage.js';

const logger = new Logger('Storage');

/**
 * Puts a damaged file out of the way without changing a byte of it, with a report beside it that `jarvis doctor` and
 * the health route show until a person removes both. The same bytes are kept once, however often they are found.
 */
export async function keepAside(operations: FileOperations, files: ConversationFiles, damage: FoundDamage, at: string): Promise<DamageReport> {
  const original = files[damage.file];
  const existing = damage.bytes && (await sameCopy(operations, files, original, damage.bytes));
  const keptAs = existing ?? (await freeName(operations, files.folder, path.basename(original), at));
  const report: DamageReport = { sessionId: files.id, problem: damage.problem, recoveredMessages: damage.recoveredMessages, keptAs, at };
  const copy = path.join(files.folder, keptAs);
  // The report first: a folder is moved, and must not be forgotten if the process dies right after.
  if (!existing) await operations.replace(`${copy}.report`, Buffer.from(`${JSON.stringify(report, null, 2)}\n`));
  if (!damage.bytes) {
    await operations.move(original, copy);
    await operations.syncFolder(files.folder);
  } else if (!existing) {
    await operations.replace(copy, damage.bytes);
  }
  logger.warn(`Session ${files.id}: ${damage.problem} The original is kept as ${keptAs}.`);
  return report;
}

/** What was kept aside so far, of all sessions. */
export async function listKeptAside(operations: FileOperations, folder: string): Promise<DamageReport[]> {
  const reports: DamageReport[] = [];
  for (const name of await operations.list(folder)) {
    const parsed = parseConversationName(name);
    if (parsed?.kind === 'kept-aside') reports.push(await readReport(operations, folder, name, parsed.id));
  }
  return reports;
}

async function readReport(operations: FileOperations, folder: string, keptAs: string, sessionId: string): Promise<DamageReport> {
  const unknown: DamageReport = { sessionId, problem: 'A damaged file was kept aside.', recoveredMessages: 0, keptAs, at: instantIn(keptAs) };
  try {
    const report: unknown = JSON.parse((await operations.read(path.join(folder, `${keptAs}.report`))).toString('utf8'));
    return isObject(report) ? { ...unknown, ...report, sessionId, keptAs } : unknown;
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') return unknown;
    throw error;
  }
}

/** The instant in a kept-aside name, as ISO 8601. */
function instantIn(name: string): string {
  const [, ...parts] = /\.damaged-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(name) ?? [];
  const [year, month, day, hour, minute, second, millisecond] = parts;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`;
}

async function sameCopy(operations: FileOperations, files: ConversationFiles, original: string, bytes: Buffer): Promise<string | undefined> {
  for (const name of await operations.list(files.folder)) {
    if (!name.startsWith(`${path.basename(original)}.`)) continue;
    const parsed = parseConversationName(name);
    if (parsed?.id !== files.id || parsed.kind !== 'kept-aside') continue;
    const copy = path.join(files.folder, name);
    const stamp = operations.stamp(copy);
    if (stamp?.kind === 'file' && stamp.size === bytes.length && (await operations.read(copy)).equals(bytes)) return name;
  }
  return undefined;
}

async function freeName(operations: FileOperations, folder: string, name: string, at: string): Promise<string> {
  const taken = new Set(await operations.list(folder));
  for (let attempt = 1; ; attempt += 1) {
    const candidate = keptAsideName(name, at, attempt);
    if (!taken.has(candidate) && !taken.has(`${candidate}.report`)) return candidate;
  }
}
