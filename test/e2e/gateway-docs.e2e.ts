import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/common/package-root.js';
import { events } from '../../src/gateway/protocol/events.js';
import { eventsTable, methodsTable } from '../../src/gateway/protocol/generate/markdown-tables.js';
import { methods } from '../../src/gateway/protocol/methods.js';
import { Jarvis } from '../support/jarvis.js';

const run = promisify(execFile);
const page = readFileSync(path.join(packageRoot, 'docs/gateway.md'), 'utf8');

describe('docs/gateway.md', () => {
  test('lists every method and event as the protocol has them', () => {
    expect(page).toContain(methodsTable(methods));
    expect(page).toContain(eventsTable(events));
  });

  test('names files that exist', () => {
    const named = [...page.matchAll(/`((?:src|test)\/[\w./-]+\.(?:ts|swift|json))`/g)].map((match) => match[1] as string);
    const ours = named.filter((file) => !/^src\/gateway\/(protocol\/(schema|index)|server-methods-list|server\.impl|client)\.ts$/.test(file));
    expect(ours.length).toBeGreaterThan(4);
    for (const file of ours) expect(() => readFileSync(path.join(packageRoot, file))).not.toThrow();
  });
});

test('the smallest client, with nothing but the port changed, connects to a default install and prints health', async () => {
  const client = /```js\n(import \{ WebSocket \}[\s\S]*?)```/.exec(page)?.[1] as string;
  const jarvis = await Jarvis.start();
  try {
    const code = client.replace('18008', new URL(jarvis.url).port);
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: packageRoot });
    expect(stdout).toMatch(/^health: \{\s+ok: true,/);
  } finally {
    await jarvis.stop();
  }
});
