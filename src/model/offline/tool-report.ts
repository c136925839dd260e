import { headAtCodePoint } from '../../common/text.js';
import { isObject, listOf, objectOf, parseJson, textOf, type JsonObject } from '../json-value.js';
import { NOTE, type PlannedCall } from './plain-request.js';

/** Characters of one tool's output that an answer repeats; the whole result stands in the tool block above it. */
const MAX_REPEATED = 2_000;

/** What one call came to. */
export interface ToolReport {
  failed: boolean;
  /** For the answer. */
  text: string;
  /** For the log line. */
  summary: string;
}

/** Reads a tool's result, as text in the history, and says in words what came of the call. */
export function reportOn(call: PlannedCall, content: string): ToolReport {
  const value = parseJson(content);
  const result = objectOf(value);
  if (call.tool === 'exec' && result['exitCode'] !== undefined && textOf(result['error']) === undefined) return reportOnCommand(call, result);
  // A long result is cut in the history, and then no longer JSON; its beginning still tells.
  if (result['status'] === 'error' || /^\s*\{\s*"status"\s*:\s*"error"/.test(content)) {
    const reason = textOf(result['error']) ?? content;
    return { failed: true, text: `${call.tool} failed: ${cut(reason)}`, summary: `${call.tool} failed (${cut(reason, 200)})` };
  }
  return { failed: false, text: describe(call, value, content), summary: `${call.tool} ${JSON.stringify(call.args)} went well` };
}

function reportOnCommand(call: PlannedCall, result: JsonObject): ToolReport {
  const command = String(call.args['cmd']);
  const code = result['exitCode'];
  const failed = code !== 0 || result['status'] === 'error';
  const signal = textOf(result['signal']);
  const ending = code !== null ? `ended with exit code ${String(code)}` : `was ended${signal === undefined ? '' : ` by ${signal}`}`;
  const output = [result['stdout'], result['stderr']].map((text) => (typeof text === 'string' ? text.trimEnd() : '')).filter((text) => text !== '');
  const heading = failed ? `The command \`${command}\` ${ending}` : `The command \`${command}\` ran well`;
  return {
    failed,
    text: output.length === 0 ? `${heading} and printed nothing.` : `${heading}:\n\n${output.map(fenced).join('\n\n')}`,
    summary: `exec \`${command}\` ${ending}${failed && output.length > 0 ? `, with: ${cut(output.join('\n'), 200)}` : ''}`,
  };
}

function describe(call: PlannedCall, value: unknown, content: string): string {
  const result = objectOf(value);
  const path = textOf(result['path']);
  switch (call.tool) {
    case 'save_user_info':
      return listOf(call.args['items'])
        .map(objectOf)
        .map((item) => (String(item['key']).startsWith(NOTE) ? `I have stored: ${String(item['value'])}.` : `I have stored that ${String(item['key'])} is ${String(item['value'])}.`))
        .join('\n');
    case 'read_user_info':
      return list(result['items'], 'This is what I know about you:', 'I know nothing about you yet.', (item) => {
        return `${String(item['key'])}: ${String(item['value'])}`;
      });
    case 'get_recent_sessions':
      return list(result['sessions'], 'Recent sessions:', 'There are no earlier sessions.', (item) => {
        return `${textOf(item['title']) ?? 'untitled'} (${String(item['sessionId'])}, ${String(item['lastTs'])})`;
      });
    case 'list_dir':
      return `The directory${path === undefined ? '' : ` ${path}`} holds:\n\n${fenced(listing(result['entries']) ?? content)}`;
    case 'read_file':
      return `The file \`${String(call.args['path'])}\` reads:\n\n${fenced(textOf(result['content']) ?? content)}`;
    case 'get_current_time':
      return textOf(result['local']) === undefined
        ? `get_current_time answered: ${cut(content)}`
        : `It is ${String(result['weekday'])}, ${String(result['local'])} (${String(result['timezone'])}).`;
    default:
      return `${call.tool} answered:\n\n${fenced(content)}`;
  }
}

/** Names of a directory's entries, one a line; undefined where there is no list of them. */
function listing(entries: unknown): string | undefined {
  if (!Array.isArray(entries)) return undefined;
  return listOf(entries)
    .map(objectOf)
    .map((entry) => `${String(entry['name'])}${entry['type'] === 'directory' ? '/' : ''}`)
    .join('\n');
}

function list(items: unknown, heading: string, none: string, line: (item: JsonObject) => string): string {
  const entries = listOf(items).filter(isObject);
  return entries.length === 0 ? none : cut(`${heading}\n\n${entries.map((item) => `- ${line(item)}`).join('\n')}`);
}

/** A code block whose fence is longer than any run of back-ticks inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${cut(text)}\n${fence}`;
}

function cut(text: string, length = MAX_REPEATED): string {
  return text.length <= length ? text : `${headAtCodePoint(text, length)}\n... (${text.length - length} more characters)`;
}
