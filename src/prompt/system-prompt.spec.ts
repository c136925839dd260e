import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../common/package-root.js';

const prompt = readFileSync(path.join(packageRoot, 'docs', 'system-prompt.md'), 'utf8');

/** The text under one heading, up to the next heading of the same level. */
function section(heading: string): string {
  const text = prompt.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (text === undefined) throw new Error(`docs/system-prompt.md has no section "${heading}"`);
  return text;
}

describe('docs/system-prompt.md', () => {
  describe('keeps every rule', () => {
    const rules: readonly (readonly [rule: string, heading: string | undefined, pattern: RegExp])[] = [
      ['says who it is: Jarvis, fully autonomous, on a server', undefined, /^You are Jarvis, a fully autonomous agent\b[^]*\bserver\b/],
      ['says that it has tools and can run shell commands', undefined, /have tools[^]*execute shell commands on that machine/],
      ['gives what is known of the user a place of its own', 'Known User Context', /^\s*\{\{user_info\}\}\s*$/m],
      ['names two types of response, by need of tools', 'Response Format', /one of two ways[^]*still need a tool/],
      ['tool phase: the tool-calling protocol', 'Response Format', /\*\*While you need tools\*\*[^]*tool-calling protocol/],
      ['tool phase: no text expected or required', 'Response Format', /neither expected nor required/],
      ['final response: one JSON object and nothing else', 'Response Format', /\*\*Final response\*\*[^]*one JSON object and nothing else/],
      ['final response: has `response`, plain text or simple Markdown', 'Response Format', /"response": "[^"]*plain text or simple Markdown/],
      ['final response: has `logSummary`, for a reader of the logs', 'Response Format', /"logSummary": "[^"]*reads the logs/],
      ['no code fence', 'Response Format', /no code fence/],
      ['no preamble', 'Response Format', /no preamble/],
      ['no text outside the object', 'Response Format', /nothing before or after this object/],
      ['a task that cannot be done is explained in `response`', 'Response Format', /cannot complete a task, say why in `response`/],
      ['that explanation is valid JSON too', 'Response Format', /same valid JSON/],
      ['descriptions say what a tool does and when to use it', 'Tool Use', /name and a description[^]*what the tool is for, when to call it/],
      ['descriptions are to be read', 'Tool Use', /Read it before you choose/],
      ['act through tools', 'Tool Use', /To act, call a tool/],
      ['never claim what was not done', 'Tool Use', /Never claim that something was done unless you called/],
      ['one tool at a time, result first', 'Tool Use', /one tool at a time[^]*result before you decide on the next step/],
      ['verify before declaring done', 'Tool Use', /Check the result of each call before you declare the task done/],
      ['stop when done and verified', 'Tool Use', /Stop as soon as the task is done and checked/],
      ['no extra work', 'Tool Use', /no extra work that nobody asked for/],
      ['a tool error goes into logSummary', 'Tool Use', /tool fails, record the error in `logSummary`/],
      ['after a tool error: retry corrected, or explain', 'Tool Use', /call again with the mistake corrected, or explain the failure to the user/],
      ['personal facts are saved with the right tool', 'Tool Use', /something personal[^]*save it with the tool made for that/],
      ['look instead of assuming', 'Tool Use', /Do not assume[^]*Look, with a tool/],
      ['logSummary is for an observer, not the user', 'logSummary Guidelines', /person who observes you reads `logSummary`; the user does not/],
      ['logSummary gives reasoning, not a list of calls', 'logSummary Guidelines', /reasoning behind the tool calls, not only their names/],
      ['logSummary shows intent and where it went wrong', 'logSummary Guidelines', /developer to see what you intended and where it went wrong/],
      ['logSummary reports tool errors with exit code and stderr', 'logSummary Guidelines', /every tool error[^]*exit code[^]*stderr/],
      ['has a bad example', 'logSummary Guidelines', /^Bad logSummary: "Called exec\."$/m],
      ['has a good example, with the reason in it', 'logSummary Guidelines', /^Good logSummary: "[^"]*Europe\/Berlin[^"]*no tool\."$/m],
    ];

    test.each(rules)('%s', (_rule, heading, pattern) => {
      expect(heading === undefined ? prompt : section(heading)).toMatch(pattern);
    });
  });

  test('is the prompt and nothing else: no front matter, no title, no fence', () => {
    expect(prompt).toMatch(/^You are Jarvis/);
    expect(prompt).not.toContain('```');
    expect(prompt).not.toMatch(/^# /m);
    expect(prompt).not.toMatch(/^---$/m);
  });

  test('has the user info placeholder once and no other', () => {
    expect(prompt.match(/\{\{[^}]*\}\}/g)).toEqual(['{{user_info}}']);
  });

  test('shows the contract as JSON that parses, with exactly its two keys', () => {
    const shown = /^\{\n[^]*?\n\}$/m.exec(prompt)?.[0] ?? '';
    expect(Object.keys(JSON.parse(shown) as object)).toEqual(['response', 'logSummary']);
  });
});
