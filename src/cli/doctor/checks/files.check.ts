import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf, systemErrorCode } from '../../../common/domain-error.js';
import { FileSessionStore } from '../../../storage/file/file-session-store.js';
import { NodeFileOperations } from '../../../storage/node-file-operations.js';
import type { DoctorContext, Finding } from '../finding.js';

/** Whether conversations and the other JSON files can be read, and what was kept aside as damaged. */
export async function checkFiles(context: DoctorContext): Promise<Finding[]> {
  const findings = [...(await damagedConversations(context)), ...damagedJson(context)];
  return findings.length > 0 ? findings : [{ name: 'Files', state: 'ok', message: 'All can be read.' }];
}

async function damagedConversations({ paths, clock }: DoctorContext): Promise<Finding[]> {
  const store = new FileSessionStore(paths, clock, new NodeFileOperations());
  const reports = await store.damageReports({ inspect: true });
  return reports.map(({ sessionId, problem, keptAs, recoveredMessages }) => ({
    name: 'Conversation',
    state: 'problem',
    message: `Session ${sessionId}: ${problem} Messages that can be read: ${recoveredMessages}.`,
    remedy: keptAs.includes('.damaged-')
      ? `The untouched copy is ${path.join(paths.conversations, keptAs)}. When you no longer need it, remove it and the .report beside it.`
      : `${path.join(paths.conversations, keptAs)} is repaired, with a copy kept, as soon as somebody writes in this session.`,
  }));
}

/** settings.json and tools.json have checks of their own. */
function damagedJson({ paths }: DoctorContext): Finding[] {
  const folders = [paths.data, path.dirname(paths.settingsFile)];
  const files = folders.flatMap((folder) => jsonFilesIn(folder)).filter((file) => file !== paths.settingsFile);
  return files.flatMap((file) => {
    try {
      JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
      return [];
    } catch (error) {
      const message = `${file} cannot be read: ${messageOf(error)}`;
      return [{ name: 'Files', state: 'problem', message, remedy: 'Correct it by hand, or move it away: Jarvis then begins it anew.' } satisfies Finding];
    }
  });
}

function jsonFilesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() && entry.name.endsWith('.json') ? [path.join(folder, entry.name)] : []));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
