import type { FileOperations } from '../file-operations.js';
import { renderConversation } from './conversation-format.js';
import type { LoadedConversation } from './conversation-loader.js';
import type { ConversationFiles } from './conversation-names.js';
import type { Conversation } from './conversation.js';
import { encodeEntry, encodeHeader, hasOpenTurn } from './journal.js';
import { keepAside } from './kept-aside.js';

/**
 * Makes a damaged conversation whole: the originals are kept aside, then the journal is written anew on top of what was
 * recovered of the conversation file, then the conversation file with everything. Wherever the process dies in between, the
 * next one to open it comes to the same result, since every message is compared with what is there.
 */
export async function repair(operations: FileOperations, files: ConversationFiles, loaded: LoadedConversation, at: string): Promise<Conversation> {
  const { conversation, damage } = loaded;
  const entries = [...loaded.entries];
  if (conversation.turnOpen && !hasOpenTurn(entries)) entries.push({ type: 'append', at, index: conversation.messages.length, messages: [], turn: 'begin' });
  for (const found of damage) conversation.damage.push(await keepAside(operations, files, found, at));

  if (entries.length > 0) {
    const journal = Buffer.from(encodeHeader(conversation.baseMessages) + entries.map(encodeEntry).join(''));
    await operations.replace(files.journal, journal);
    conversation.journalBytes = journal.length;
  } else {
    await operations.remove(files.journal);
    conversation.journalBytes = 0;
  }
  const bytes = await renderConversation(conversation.metadata, conversation.messages);
  if (bytes) await operations.replace(files.conversation, bytes);
  conversation.baseMessages = conversation.messages.length;
  conversation.conversationStamp = operations.stamp(files.conversation);
  conversation.journalStamp = operations.stamp(files.journal);
  return conversation;
}
