import path from 'node:path';
import type { FileOperations } from '../file-operations.js';
import { renderConversation } from './conversation-format.js';
import { type ConversationFiles, parseConversationName } from './conversation-names.js';
import type { Conversation } from './conversation.js';

/**
 * Writes the conversation file anew from memory and removes the journal. The two need no mark between them: a journal whose
 * messages the file holds already adds nothing. False, with nothing changed, where `signal` aborted in time.
 */
export async function foldJournal(
  operations: FileOperations,
  files: ConversationFiles,
  conversation: Conversation,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const bytes = await renderConversation(conversation.metadata, conversation.messages, signal);
  if (!bytes || signal?.aborted) return false;
  await operations.replace(files.conversation, bytes);
  conversation.conversationStamp = operations.stamp(files.conversation);
  conversation.baseMessages = conversation.messages.length;
  await removeJournal(operations, files, conversation);
  return true;
}

/** Removes a journal that adds nothing to its conversation file. */
export async function removeJournal(operations: FileOperations, files: ConversationFiles, conversation: Conversation): Promise<void> {
  await operations.remove(files.journal);
  conversation.journalStamp = undefined;
  conversation.journalBytes = 0;
}

/** Removes every file of one conversation of the given kinds; false where there was none. */
export async function removeFiles(operations: FileOperations, folder: string, id: string, kinds: readonly string[]): Promise<boolean> {
  const names = (await operations.list(folder)).filter((name) => {
    const parsed = parseConversationName(name);
    return parsed?.id === id && kinds.includes(parsed.kind);
  });
  for (const name of names) await operations.remove(path.join(folder, name));
  if (names.length > 0) await operations.syncFolder(folder);
  return names.length > 0;
}
