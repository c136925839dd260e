import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../src/scripts/built-server.mjs';

/** Filler, so that messages weigh about what people's weigh (240 bytes a message with its JSON). */
const FILLER = 'This sentence is here so that the message has the weight of one that somebody wrote in a longer conversation.';

/**
 * Writes a conversation in the format of docs/agent.md ("Conversation Storage") into a home whose server is not running:
 * the system prompt and `count` messages (an even number), question and answer in turn.
 */
export async function writeConversation(home, sessionId, count) {
  const folder = path.join(home, '.jarvis', 'data', 'conversations');
  const messages = [{ role: 'system', content: await readFile(path.join(root, 'docs', 'system-prompt.md'), 'utf8') }];
  for (let number = 1; number <= count; number += 1) {
    messages.push(
      number % 2 === 1
        ? { role: 'user', content: `Question ${number}. ${FILLER}` }
        : { role: 'assistant', content: JSON.stringify({ response: `Answer ${number}. ${FILLER}`, logSummary: `Answered question ${number - 1}.` }) },
    );
  }
  const at = '2026-01-01T00:00:00.000Z';
  const metadata = { handoffCount: 0, createdAt: at, updatedAt: at };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path.join(folder, `${sessionId}.json`), `${JSON.stringify({ metadata, messages }, null, 2)}\n`, { mode: 0o600 });
}
