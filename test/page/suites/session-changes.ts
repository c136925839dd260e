import { readFile } from 'node:fs/promises';
import { expandRow, openDrawer } from '../support/open-drawer.js';
import type { PageFixture } from '../support/page-fixture.js';
import { focusedName } from '../support/probes.mjs';

/** Sessions: renamed, deleted and exported. */
export function sessionChangesSuite(fixture: PageFixture): void {
  it('are renamed in place, with Enter, and not with Escape', async () => {
    const { chat, drawer, rows } = await openDrawer(fixture);
    await expandRow(drawer, 'Beta notes');
    await drawer.getByRole('button', { name: 'Rename Beta notes' }).click();
    const field = drawer.getByRole('textbox', { name: 'New name of Beta notes' });
    await field.fill('Not this');
    await field.press('Escape');
    expect(await rows.nth(1).innerText()).toContain('Beta notes');
    expect(await chat.eventually(() => chat.page.evaluate(focusedName), (name) => name !== '')).toBe('Rename Beta notes');
    await drawer.getByRole('button', { name: 'Rename Beta notes' }).click();
    await field.fill('  Letters  ');
    await field.press('Enter');
    expect(await rows.nth(1).innerText()).toContain('Letters');
    expect(await chat.eventually(async () => fixture.server.requestsTo('PATCH', '/api/sessions/b').map((request) => request.body), (bodies) => bodies.length > 0)).toEqual([{ name: 'Letters' }]);
  });

  it('keep their name and say so where the server does not take another', async () => {
    const { chat, drawer, rows } = await openDrawer(fixture);
    await chat.page.route('**/api/sessions/b', (route) => route.fulfill({ status: 500, json: { error: 'The disk is full.' } }));
    await expandRow(drawer, 'Beta notes');
    await drawer.getByRole('button', { name: 'Rename Beta notes' }).click();
    await chat.page.keyboard.type('Letters');
    await chat.page.keyboard.press('Enter');
    await drawer.getByText('The disk is full.').waitFor();
    expect(await rows.nth(1).innerText()).toContain('Beta notes');
  });

  it('are deleted only when it can no longer be undone', async () => {
    const { chat, drawer, rows } = await openDrawer(fixture);
    await chat.page.clock.install();
    await expandRow(drawer, 'Beta notes');
    await drawer.getByRole('button', { name: 'Delete Beta notes' }).click();
    await drawer.getByText('Deleted: Beta notes').waitFor();
    expect(await chat.page.evaluate(focusedName)).toBe('Undo');
    await chat.page.keyboard.press('Enter');
    expect(await rows.nth(1).innerText()).toContain('Beta notes');
    await drawer.getByRole('button', { name: 'Delete Beta notes' }).click();
    await chat.page.clock.runFor(7_000);
    expect(fixture.server.requestsTo('DELETE', '/api/sessions/b')).toHaveLength(0);
    await chat.page.clock.runFor(2_000);
    expect(await chat.eventually(async () => fixture.server.requestsTo('DELETE', '/api/sessions/b').length, (count) => count > 0)).toBe(1);
    expect(await rows.count()).toBe(2);
    expect(await chat.page.evaluate(focusedName)).toBe('Search sessions');
  });

  it.each(['the drawer', 'the page'])('are deleted when %s is closed before', async (what) => {
    const { chat, drawer } = await openDrawer(fixture);
    await expandRow(drawer, 'Gamma plan');
    await drawer.getByRole('button', { name: 'Delete Gamma plan' }).click();
    if (what === 'the page') await chat.page.goto('about:blank');
    else await chat.page.keyboard.press('Escape');
    expect(await chat.eventually(async () => fixture.server.requestsTo('DELETE', '/api/sessions/c').length, (count) => count > 0)).toBe(1);
  });

  it('are back, and say so, where they could not be deleted', async () => {
    const { chat, drawer } = await openDrawer(fixture);
    await chat.page.clock.install();
    await chat.page.route('**/api/sessions/c', (route) => route.fulfill({ status: 500, json: { error: 'No.' } }));
    await expandRow(drawer, 'Gamma plan');
    await drawer.getByRole('button', { name: 'Delete Gamma plan' }).click();
    await chat.page.clock.runFor(9_000);
    await drawer.getByText('could not be deleted').waitFor();
    await drawer.getByRole('button', { name: /^Gamma plan/ }).waitFor();
  });

  it('leave the page empty when the one that is open is deleted', async () => {
    const { chat, drawer } = await openDrawer(fixture);
    await drawer.getByRole('button', { name: /^Alpha backup/ }).click();
    await chat.shows('The alpha answer.');
    const again = await chat.openSessions();
    await again.getByText('Gamma plan').waitFor();
    await expandRow(again, 'Alpha backup');
    await again.getByRole('button', { name: 'Delete Alpha backup' }).click();
    await chat.page.keyboard.press('Escape');
    await chat.page.getByRole('list', { name: 'Examples' }).waitFor();
  });

  it('stay open when another one is deleted and this one is opened at once', async () => {
    const { chat, drawer } = await openDrawer(fixture);
    await drawer.getByRole('button', { name: /^Alpha backup/ }).click();
    await chat.shows('The alpha answer.');
    const again = await chat.openSessions();
    await again.getByText('Gamma plan').waitFor();
    await expandRow(again, 'Alpha backup');
    await again.getByRole('button', { name: 'Delete Alpha backup' }).click();
    await again.getByRole('button', { name: /^Gamma plan/ }).click();
    await chat.shows('The gamma answer.');
    expect(await chat.eventually(async () => fixture.server.requestsTo('DELETE', '/api/sessions/a').length, (count) => count > 0)).toBe(1);
    expect(await chat.turns.count()).toBe(1);
  });

  it.each([
    ['Markdown', 'jarvis-Beta-notes.md', /^# Beta notes\n\nSession `b`\n\n## You\n\nBeta\?\n\n## Jarvis\n\nTool `exec`: ok[\s\S]*The \*\*beta\*\* answer\.\n$/],
    ['JSON', 'jarvis-Beta-notes.json', /"sessionId": "b"[\s\S]*"tool_calls"/],
  ])('are exported as %s', async (format, name, content) => {
    const { chat, drawer } = await openDrawer(fixture);
    await expandRow(drawer, 'Beta notes');
    const [download] = await Promise.all([chat.page.waitForEvent('download'), drawer.getByRole('button', { name: `Export Beta notes as ${format}` }).click()]);
    expect(download.suggestedFilename()).toBe(name);
    expect(await readFile(await download.path(), 'utf8')).toMatch(content);
  });
}
