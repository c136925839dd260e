import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Keeps the browser off the network and out of dialogs: what a page test sees is what the page did. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The Chromium of this machine, $CHROME_PATH first; undefined where there is none. */
export function findChromium() {
  const candidates = process.env.CHROME_PATH ? [process.env.CHROME_PATH] : ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return candidates.find((file) => existsSync(file));
}

/** Starts it, headless. Rejects where there is none. */
export async function launchChromium() {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium found: install it (apt-get install chromium) or set CHROME_PATH.');
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
