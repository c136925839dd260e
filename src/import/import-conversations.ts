import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { writeJsonAtomic } from '../common/atomic-file.js';
import { toWellFormedText } from '../common/text.js';
import { MAX_NAME_LENGTH } from '../sessions/limits.js';
import { isSessionId } from '../sessions/session-id.js';
import type { ImportReport } from './import-report.js';
import type { JarvisChatData, SourceRow } from './jarvischat-source.js';

/** Writes each conversation that is not there yet as a session: ids, titles, models and times as they were. Nothing is overwritten. */
export async function importConversations(data: JarvisChatData, folder: string, report: ImportReport): Promise<void> {
  const byConversation = groupMessages(data.messages);
  for (const row of data.conversations) {
    const id = sessionIdOf(row['id'] ?? '');
    if (existsSync(path.join(folder, `${id}.json`)) || existsSync(path.join(folder, `${id}.journal`))) {
      report.there('Conversations');
      continue;
    }
    const rows = (byConversation.get(row['id'] ?? null) ?? []).filter((message) => isMessage(message, row, report));
    const annotations = Object.fromEntries(rows.map((message, index) => [String(index), { at: instantOf(message['created_at']) }]));
    const title = toWellFormedText(row['title'] ?? '').trim().slice(0, MAX_NAME_LENGTH);
    const metadata = {
      handoffCount: 0,
      createdAt: instantOf(row['created_at']),
      updatedAt: instantOf(row['updated_at'] ?? row['created_at']),
      ...(title === '' ? {} : { name: title }),
      ...(row['model'] === null || row['model'] === '' ? {} : { importedModel: row['model'] }),
      annotations,
    };
    const messages = rows.map((message) => ({ role: message['role'], content: toWellFormedText(message['content'] ?? '') }));
    await writeJsonAtomic(path.join(folder, `${id}.json`), { metadata, messages });
    report.taken('Conversations');
  }
}

function isMessage(message: SourceRow, conversation: SourceRow, report: ImportReport): boolean {
  const isKnown = message['role'] === 'user' || message['role'] === 'assistant';
  if (!isKnown) report.leftOut(`a message of "${conversation['title'] ?? ''}"`, `its role is ${message['role'] ?? 'missing'}`);
  return isKnown && (message['content'] ?? '').trim() !== '';
}

/** The same id where it can be one of ours; else one that the old id always leads to, so that a second run finds it. */
function sessionIdOf(id: string): string {
  return isSessionId(id) ? id : `jarvischat-${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}

/** ISO 8601 as we write it; the year 1970 where the old one is no instant. */
export function instantOf(text: string | null | undefined): string {
  const instant = new Date(text ?? '');
  return Number.isNaN(instant.getTime()) ? new Date(0).toISOString() : instant.toISOString();
}

function groupMessages(messages: readonly SourceRow[]): Map<string | null | undefined, SourceRow[]> {
  const groups = new Map<string | null | undefined, SourceRow[]>();
  for (const message of messages) {
    const group = groups.get(message['conversation_id']);
    if (group === undefined) groups.set(message['conversation_id'], [message]);
    else group.push(message);
  }
  return groups;
}
