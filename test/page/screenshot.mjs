/**
 * Pictures of the page. `npm run screenshot` makes docs/images/page.png, the one in the README, by talking to the built
 * server with the offline model. `npm run screenshot -- --all` also puts every scene of support/scenes.mjs, wide and
 * narrow, into test/output/, to be looked at.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer, stopServers } from '../support/start-server.mjs';
import { launchChromium } from './support/chromium.mjs';
import { playScene, prepareScene } from './support/play-scene.mjs';
import { SCENES } from './support/scenes.mjs';
import { ScriptedServer } from './support/scripted-server.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

async function say(page, text) {
  await page.getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
}

async function takeReadmePicture(browser) {
  const folder = path.join(root, 'docs/images');
  mkdirSync(folder, { recursive: true });
  const server = await startServer();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 });
  await page.goto(server.url);
  for (const [index, text] of ['Remember that my timezone is Europe/Berlin', 'Run `uname -s`'].entries()) {
    await say(page, text);
    await page.getByRole('article').nth(index).locator('.answer').waitFor();
  }
  await page.locator('summary').last().click();
  await page.screenshot({ path: path.join(folder, 'page.png') });
  await page.close();
}

async function takeScene(browser, server, scene, size) {
  server.reset();
  prepareScene(server, scene);
  const page = await browser.newPage({ viewport: size, deviceScaleFactor: 2 });
  await page.goto(server.url);
  await playScene(page, server, scene);
  await page.screenshot({ path: path.join(root, 'test/output', `${scene.name}-${size.width}.png`) });
  await page.close();
}

async function takeScenes(browser) {
  mkdirSync(path.join(root, 'test/output'), { recursive: true });
  const server = await ScriptedServer.start();
  for (const scene of SCENES) for (const size of SIZES) await takeScene(browser, server, scene, size);
  await server.stop();
}

const browser = await launchChromium();
try {
  if (process.argv.includes('--all')) await takeScenes(browser);
  await takeReadmePicture(browser);
} finally {
  await browser.close();
  await stopServers();
}
