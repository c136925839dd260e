import { VIEW_SCENES } from './view-scenes.mjs';
import { chatAnswer } from './scripted-server.mjs';

const LONG_CODE = `The script below prints a table of the largest folders. The long line scrolls inside its box:

\`\`\`sh
#!/bin/sh
find "$HOME" -xdev -type d -not -path '*/node_modules/*' -not -path '*/.git/*' -print0 | xargs -0 -n 200 du --max-depth=0 --block-size=1M 2>/dev/null | sort -rn | head -20
for folder in "$@"; do
  du -sh "$folder"
done
\`\`\`

Run it with \`sh largest.sh ~/projects\`. See also [the manual of du](https://www.gnu.org/software/coreutils/manual/html_node/du-invocation.html).

## What it does

1. **Finds** every folder below the home directory.
2. Leaves out *dependencies* and version control.
3. Sorts by size:
   - largest first,
   - twenty at most.

> It reads only; nothing is changed.

- [x] tested
- [ ] scheduled`;

const LONG_TABLE = `These are the file systems of this machine:

| File system | Size | Used | Available | Use | Mounted on | Type | Options | Checked |
| --- | ---: | ---: | ---: | ---: | --- | --- | --- | --- |
${Array.from({ length: 14 }, (_, index) => `| /dev/mapper/volume-${index + 1} | ${(index + 2) * 17}G | ${index * 11 + 3}G | ${index * 6 + 31}G | ${20 + index * 5}% | /srv/data/archive-${2010 + index} | ext4 | rw,relatime,errors=remount-ro | 2026-0${(index % 9) + 1}-14 |`).join('\n')}

\`/srv/data/archive-2023\` is the fullest, at 85 %.`;

const RIGHT_TO_LEFT = `ביצעתי את הבדיקה. בתיקייה \`/etc\` יש 182 קבצים, והגדול שבהם הוא \`services\`.

1. הקובץ הראשון: hosts
2. הקובץ השני: fstab

This paragraph is English and reads from the left.

| שם | גודל |
| --- | --- |
| services | 12813 |
| hosts | 174 |`;

const LISTING = Array.from({ length: 64 }, (_, index) => `-rw-r--r-- 1 root root ${String(1000 + index * 37).padStart(6)} Jan ${String((index % 28) + 1).padStart(2)} 10:00 file-${String(index).padStart(3, '0')}.conf`).join('\n');

function searchedAnswer() {
  const sources = [
    { title: 'Weather forecast for Oslo, Norway', url: 'https://yr.example/oslo' },
    { title: 'מזג האוויר באוסלו', url: 'https://weather.example.co.il/oslo' },
    { title: `Oslo: ${'weather'.repeat(30)}`, url: 'https://a-very-long-name-of-a-host-that-does-not-fit-on-a-telephone.weather.example.org/oslo' },
    { title: '', url: 'http://plain.example:8080/' },
  ];
  return { role: 'assistant', content: 'Rain until the evening, 4 °C. Tomorrow it clears up.', sources };
}

/** Tool calls as the server reports them: a short one, a long one, and one that failed. */
export const TOOL_CALLS = [
  { name: 'list_dir', args: { path: '/etc' }, status: 'ok', result: JSON.stringify({ status: 'ok', path: '/etc', entries: ['fstab', 'hosts', 'services'] }) },
  { name: 'exec', args: { cmd: 'ls -l /etc/*.conf' }, status: 'ok', result: JSON.stringify({ status: 'ok', exitCode: 0, stdout: LISTING, stderr: '' }) },
  { name: 'exec', args: { cmd: 'cat /etc/shadow' }, status: 'error', result: JSON.stringify({ status: 'error', exitCode: 1, stdout: '', stderr: 'cat: /etc/shadow: Permission denied\n' }) },
];

/**
 * The looks of the page that are looked at: for each what is asked, what the server answers (nothing: it is still
 * busy), and what is opened or pressed then.
 */
export const SCENES = [
  { name: 'empty', offline: true },
  { name: 'busy', ask: 'How much room is left on this machine?', approvals: [] },
  { name: 'long-code', ask: 'Write a script that shows the largest folders.', answer: chatAnswer({ response: LONG_CODE }) },
  { name: 'long-table', ask: 'Which file systems are there?\nWith all their options, please.', answer: chatAnswer({ response: LONG_TABLE }) },
  { name: 'error', ask: 'List /etc', status: 500, answer: { error: 'Neither model answered.', details: 'selected model: 401 invalid key\nfallback model: 429 too many requests', status: 'model_error' } },
  { name: 'tools-open', ask: 'Look at the configuration files in /etc.', open: true, answer: chatAnswer({ response: 'There are 64 `.conf` files. The passwords in `/etc/shadow` may not be read by this user.', toolCalls: TOOL_CALLS, status: 'tool_failed' }) },
  { name: 'right-to-left', ask: 'כמה קבצים יש בתיקייה /etc?', answer: chatAnswer({ response: RIGHT_TO_LEFT, toolCalls: TOOL_CALLS.slice(0, 1) }) },
  {
    name: 'streaming',
    ask: 'Do the tests pass? Fix what does not.',
    waitFor: 'The third failure',
    frames: [
      { reasoning: 'I run them first.' },
      { tool: { callId: 'c1', name: 'exec', args: { cmd: 'npm test' } } },
      { tool: { callId: 'c1', name: 'exec', args: { cmd: 'npm test' }, status: 'ok', result: '{"status":"ok","exitCode":1}' } },
      { checkpoint: { progress: 'Two of three failures are mended.', remaining: 'Mend the third failure.' } },
      { tool: { callId: 'c2', name: 'exec', args: { cmd: 'npm test -- --watchAll=false src/a/very/long/path/to/one/file.spec.ts' } } },
      { tool: { callId: 'c2', output: `${Array.from({ length: 30 }, (_, index) => `PASS src/part-${index}/some/long/folder/name/that/does/not/fit/on/a/narrow/telephone.spec.ts (${index + 1} s)`).join('\n')}\n` } },
      { token: 'Two of the three failures are **mended**:\n\n1. `parse` kept the line break.\n2. The clock was the real one.\n\nThe third failure is **st' },
    ],
  },
  {
    name: 'sessions',
    drawer: true,
    waitFor: 'Show more',
    sessions: [
      ['Backup of the photos on the old disk', 'a'],
      ['User asked which services listen on this machine. Listed them with ss and named the three that face the network.', 'b'],
      ['כמה קבצים יש בתיקייה', 'c'],
      ...Array.from({ length: 30 }, (_, index) => [`Notes of day ${index + 1}`, `n${index}`]),
    ],
  },
  {
    name: 'approval',
    ask: 'Remove the old build.',
    approvals: [{ id: 'a1', sessionId: 'session-1', command: 'rm -rf ./build/\u202Eexample && echo done', directory: '/home/ada/project', expiresAt: '2030-01-01T00:00:00Z' }],
    waitFor: 'Jarvis wants to run this command',
  },
  {
    name: 'searched',
    ask: 'What is the weather in Oslo?',
    frames: [{ searching: true }, { search_results: 5 }, { reset: true }, { token: 'Rain until the evening, 4 °C. Tomorrow it clears up.', augmented: true }, { done: true, status: 'ok', searched: true }],
    replies: { 'GET /api/conversations/session-1': { messages: [searchedAnswer()] } },
    waitFor: 'yr.example',
  },
  ...VIEW_SCENES,
];
