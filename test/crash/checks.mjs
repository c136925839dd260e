import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Everything below the home that must open: returns one sentence for each file that does not. */
export async function checkFiles(home) {
  const base = path.join(home, '.jarvis');
  const problems = [];
  const names = await readdir(base, { recursive: true });
  for (const name of names) {
    if (/damaged/i.test(name)) problems.push(`${name}: set aside as damaged`);
    const isJson = name.endsWith('.json');
    if (!isJson && !name.endsWith('.jsonl')) continue;
    const text = await readFile(path.join(base, name), 'utf8').catch((error) => `unreadable: ${error.message}`);
    const parts = isJson ? [text] : text.split('\n').slice(0, -1);
    if (!isJson && text !== '' && !text.endsWith('\n')) problems.push(`${name}: its last line is cut`);
    for (const [index, part] of parts.entries()) {
      try {
        JSON.parse(part);
      } catch (error) {
        problems.push(`${name}${isJson ? '' : ` line ${index + 1}`}: ${error.message}`);
      }
    }
  }
  return { problems, temporaryFiles: names.filter((name) => name.endsWith('.tmp')) };
}

/** The word by which a message is known again. */
export const tokenOf = (number) => `word${number}x`;

/** In how many texts each token stands. */
function countTokens(texts) {
  const counts = new Map();
  for (const text of texts) {
    for (const token of new Set(text.match(/word\d+x/g))) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return counts;
}

/** What a session's history must hold, given what its client was told: returns one sentence for each breach. */
export function checkHistory(session, messages) {
  const problems = [];
  const said = countTokens(messages.filter((message) => message.role === 'user').map((message) => message.content));
  for (const { token, state } of session.sent) {
    const times = said.get(token) ?? 0;
    if (state === 'acknowledged' && times !== 1) problems.push(`${session.id}: the acknowledged message ${token} is there ${times} times`);
    if (state === 'unknown' && times > 1) problems.push(`${session.id}: the cut message ${token} is there ${times} times`);
  }
  if (messages.length < session.initialMessages) problems.push(`${session.id}: ${messages.length} messages, began with ${session.initialMessages}`);
  return [...problems, ...checkPairs(session.id, messages)];
}

/** Each tool call answered exactly once, right after it, and no result without a call. */
function checkPairs(sessionId, messages) {
  const problems = [];
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index];
    if (message.role === 'tool') problems.push(`${sessionId}: message ${index} is a tool result without a call`);
    const ids = (message.tool_calls ?? []).map((call) => call.id);
    const answered = messages.slice(index + 1, index + 1 + ids.length).map((result) => result.tool_call_id);
    if (ids.join() !== answered.join()) problems.push(`${sessionId}: message ${index} calls ${ids.join()}, answered ${answered.join()}`);
    index += ids.length;
  }
  return problems;
}

/** The entries of a session's log that parse; checkFiles names the lines that do not. */
export async function readLog(home, sessionId) {
  const text = await readFile(path.join(home, '.jarvis', 'logs', `session-${sessionId}.jsonl`), 'utf8');
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

/** One line for each run that was acknowledged, and never two for one run. */
export function checkLog(session, entries) {
  const problems = [];
  const isInterrupted = (entry) => entry.status === 'interrupted';
  const ended = countTokens(entries.filter((entry) => !isInterrupted(entry)).map((entry) => entry.userInput));
  const interrupted = countTokens(entries.filter(isInterrupted).map((entry) => entry.userInput));
  for (const { token, state } of session.sent) {
    const lines = ended.get(token) ?? 0;
    const cutLines = interrupted.get(token) ?? 0;
    if (state === 'acknowledged' && lines !== 1) problems.push(`${session.id}: ${lines} log lines for the acknowledged message ${token}`);
    if (state === 'unknown' && lines > 1) problems.push(`${session.id}: ${lines} log lines for the cut message ${token}`);
    if (cutLines > 1) problems.push(`${session.id}: ${cutLines} interrupted log lines for ${token}`);
  }
  return problems;
}
