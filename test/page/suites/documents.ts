import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeTestHome, startServer, type BuiltServer } from '../../support/start-server.mjs';
import type { PageFixture } from '../support/page-fixture.js';
import { focusedName } from '../support/probes.mjs';
import { chatAnswer } from '../support/scripted-server.mjs';

const TEXT = { mimeType: 'text/plain', buffer: Buffer.from('The boiler works at 1 to 2 bar. Bleed the radiator when it gurgles.') };

/** Documents: kept on the built server itself; what goes with a message on the scripted one. */
export function documentsSuite(fixture: PageFixture): void {
  let server: BuiltServer;
  beforeAll(async () => {
    server = await startServer();
  });
  const openDocuments = async () => {
    const chat = await fixture.open(undefined, server.url);
    const drawer = await chat.openView('Documents');
    return { chat, drawer, files: drawer.locator('input[type="file"]'), rows: drawer.getByRole('list', { name: 'Documents' }).getByRole('listitem') };
  };
  const titles = async () => ((await (await fetch(`${server.url}/api/documents`)).json()) as { documents: { title: string }[] }).documents.map(({ title }) => title);

  it('are added, several at once, found by what they say, and deleted only when it can no longer be undone', async () => {
    const { chat, drawer, files, rows } = await openDocuments();
    await drawer.getByText('There are no documents yet.').waitFor();
    await files.setInputFiles([{ name: 'boiler.txt', ...TEXT }, { name: 'cat.md', mimeType: 'text/markdown', buffer: Buffer.from('# Ada\n\nAda is a cat.') }]);
    await rows.nth(1).waitFor();
    expect((await rows.allInnerTexts()).sort()).toEqual(['boiler.txt\njust now · 67 bytes', 'cat.md\njust now · 20 bytes']);
    await drawer.getByRole('searchbox', { name: 'Search documents' }).fill('radiator');
    await rows.getByText('boiler.txt, line 1').waitFor();
    await drawer.getByRole('searchbox').fill('boiler.txt');
    await drawer.getByRole('button', { name: /^boiler.txt/ }).click();
    await drawer.getByRole('button', { name: 'Delete boiler.txt' }).click();
    expect(await chat.page.evaluate(focusedName)).toBe('Undo');
    await chat.page.keyboard.press('Enter');
    expect(await titles()).toHaveLength(2);
    await drawer.getByRole('button', { name: 'Delete boiler.txt' }).click();
    await chat.page.keyboard.press('Escape');
    expect(await chat.eventually(titles, (all) => all.length === 1)).toEqual(['cat.md']);
  });

  it('say which was not taken and why, and take the others', async () => {
    const large = path.join(await makeTestHome(), 'large.txt');
    writeFileSync(large, Buffer.alloc(20 * 1024 * 1024 + 1, 'x'));
    const { drawer, files, rows } = await openDocuments();
    await files.setInputFiles(large);
    await drawer.getByText('The file is larger than 20 MiB.').waitFor();
    await files.setInputFiles([{ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]) }, { name: 'dog.txt', mimeType: 'text/plain', buffer: Buffer.from('Bo is a dog.') }]);
    await rows.getByText('dog.txt').waitFor();
    expect(await drawer.getByRole('list', { name: 'Uploads' }).getByRole('listitem').count()).toBe(2);
    await drawer.getByRole('button', { name: 'Dismiss large.txt' }).click();
    await drawer.getByRole('button', { name: 'Dismiss picture.png' }).click();
    expect(await drawer.getByRole('list', { name: 'Uploads' }).count()).toBe(0);
  });

  it('say how far they have come, and can be cancelled', async () => {
    const { chat, drawer, files } = await openDocuments();
    const held = await chat.holdRequests('**/api/upload');
    await files.setInputFiles({ name: 'slow.txt', ...TEXT });
    await drawer.getByText(/waiting|sent/).waitFor();
    await drawer.getByRole('button', { name: 'Cancel slow.txt' }).click();
    expect(await drawer.getByRole('list', { name: 'Uploads' }).count()).toBe(0);
    await held.release();
    expect(await titles()).not.toContain('slow.txt');
  });

  it('go with one message where they are attached, which waits for them', async () => {
    fixture.server.reply('POST /api/upload', { filename: 'boiler.txt', mode: 'context', context_id: 'c1', message: 'Taken.' });
    const chat = await fixture.open();
    const held = await chat.holdRequests('**/api/upload');
    await chat.page.locator('form input[type="file"]').setInputFiles({ name: 'boiler.txt', ...TEXT });
    await chat.shows('File: boiler.txt');
    expect(await chat.page.evaluate(focusedName)).toBe('Message to Jarvis');
    await chat.send('What pressure?');
    expect(await chat.input.inputValue()).toBe('What pressure?');
    expect(fixture.server.messages).toEqual([]);
    await held.release();
    await chat.page.getByRole('button', { name: 'Send', disabled: false }).click();
    fixture.server.answer(chatAnswer());
    await chat.settled();
    fixture.server.answer(chatAnswer());
    await chat.ask('And now?');
    expect(fixture.server.messages).toEqual([
      { sessionId: null, message: 'What pressure?', upload_context_id: 'c1' },
      { sessionId: 'session-1', message: 'And now?' },
    ]);
    expect(fixture.server.requestsTo('POST', '/api/upload')[0]?.body).toContain('name="mode"\r\n\r\ncontext');
  });

  it('are not attached where the server does not take them, and the message is still there', async () => {
    fixture.server.reply('POST /api/upload', { status: 415, body: { error: 'This type cannot be read.' } });
    const chat = await fixture.open();
    await chat.input.fill('What is this?');
    await chat.page.locator('form input[type="file"]').setInputFiles({ name: 'picture.png', ...TEXT });
    await chat.shows('This type cannot be read.');
    expect(await chat.input.inputValue()).toBe('What is this?');
    await chat.button('Remove file picture.png').click();
    expect(await chat.page.getByRole('list', { name: 'What goes with the message' }).count()).toBe(0);
  });

  it('answer a question on the server itself', async () => {
    const chat = await fixture.open(undefined, server.url);
    await chat.page.locator('form input[type="file"]').setInputFiles({ name: 'boiler.txt', ...TEXT });
    await chat.page.getByRole('button', { name: 'Remove file boiler.txt' }).waitFor();
    await chat.send('Run `echo with-a-file`');
    await chat.settled();
    await chat.shows('with-a-file');
  });
}
