import { transcript } from './transcripts.mjs';

const HOUR_MS = 3_600_000;

/** Tells the server what a scene needs. Before the page is opened. */
export function prepareScene(server, scene) {
  if (scene.offline) server.health = { ...server.health, offline: true };
  server.approvals = scene.approvals;
  for (const [route, answer] of Object.entries(scene.replies ?? {})) server.reply(route, answer);
  server.transcripts = (scene.sessions ?? []).map(([title, id], index) =>
    transcript(id, [], { title, updatedAt: new Date(Date.now() - index ** 2 * 7 * HOUR_MS).toISOString() }),
  );
}

/** Does in the open page what a scene is about. */
export async function playScene(page, server, scene) {
  if (scene.answer) server.answer(scene.answer, scene.status);
  if (scene.ask) {
    await page.locator('#message').fill(scene.ask);
    await page.keyboard.press('Enter');
  }
  if (scene.frames) await playFrames(page, server, scene.frames);
  if (scene.answer) await page.locator('#message:enabled').waitFor();
  if (scene.offline) await page.getByText('offline model').waitFor();
  if (scene.drawer || scene.view) await page.getByRole('button', { name: 'Sessions' }).click();
  if (scene.view) await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: scene.view }).click();
  if (scene.files) await page.getByRole('dialog').locator('input[type="file"]').setInputFiles(scene.files.map(fileOf));
  if (scene.search) await page.getByRole('dialog').getByRole('searchbox').fill(scene.search);
  for (const [name, value] of Object.entries(scene.choose ?? {})) await page.getByRole('combobox', { name }).selectOption(value);
  if (scene.choose) await page.keyboard.press('Escape');
  if (scene.attach) await page.locator('form input[type="file"]').setInputFiles(fileOf(scene.attach));
  for (const name of scene.press ?? []) await page.getByRole('dialog').getByText(name, { exact: true }).last().click();
  if (scene.waitFor) await page.getByText(scene.waitFor).first().waitFor();
  if (scene.open) for (const summary of await page.locator('summary').all()) await summary.click();
  if (scene.thenPress) await page.getByRole('button', { name: scene.thenPress }).click();
  if (scene.thenWaitFor) await page.getByText(scene.thenWaitFor).first().waitFor();
  if (scene.drawer) await page.getByRole('button', { name: /^More about/ }).nth(1).click();
}

const fileOf = (name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('x') });

async function playFrames(page, server, frames) {
  await page.getByText(/^Working/).waitFor();
  while (server.activeRuns.length === 0) await page.waitForTimeout(20);
  for (const frame of frames) server.activeRuns[0].emit(frame);
}
