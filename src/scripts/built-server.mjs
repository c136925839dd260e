/**
 * Starts the built server (dist/main.js) with a home of its own. The demo and every test program use it, so that none
 * of them ever reads or writes the real ~/.jarvis.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Milliseconds until a server that does not say that it listens counts as failed; a cold, busy machine needs seconds. */
const START_TIMEOUT_MS = 60_000;

/** Characters of the server's output that are kept: enough to read why it failed, bounded over a long run. */
const KEPT_OUTPUT = 200_000;

/** The line that the server prints on stdout when it takes requests. */
const LISTENING = /^Jarvis is listening at (http:\/\/\S+)$/m;

/** Variables that a child may inherit. Everything else, keys above all, stays outside. */
const INHERITED = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'NODE_V8_COVERAGE', 'SystemRoot'];

/** Where a home keeps its settings. @param {string} home */
export const settingsFile = (home) => path.join(home, '.jarvis', 'data', 'config', 'settings.json');

/** Makes an empty throw-away home. @param {string} purpose */
export const makeHome = (purpose) => mkdtemp(path.join(tmpdir(), `jarvis-${purpose}-`));

/** @type {typeof import('./built-server.d.mts').startBuiltServer} */
export async function startBuiltServer({ home, settings, env = {}, nodeArguments = [], through = [], onSpawn }) {
  const main = path.join(root, 'dist', 'main.js');
  if (!existsSync(main)) throw new Error('The server is not built: run `npm run build` first.');
  if (settings !== undefined || !existsSync(settingsFile(home))) await writeSettings(home, settings ?? {});

  const inherited = Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
  const [program, ...argumentsOfIt] = [...through, process.execPath, ...nodeArguments, main];
  const child = spawn(program, argumentsOfIt, {
    cwd: root,
    env: { ...inherited, HOME: home, JARVIS_WORKING_DIRECTORY: root, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) onSpawn?.(child.pid);

  let output = '';
  const exited = new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => {
      output += `${error.message}\n`;
      resolve({ code: 1, signal: null });
    });
  });
  const url = await new Promise((resolve, reject) => {
    const fail = (why) => {
      clearTimeout(timer);
      reject(new Error(`The server ${why}. Its output:\n${output.trim() || '(nothing)'}`));
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`did not say within ${START_TIMEOUT_MS / 1000} s that it listens`);
    }, START_TIMEOUT_MS);
    const collect = (chunk) => {
      output = (output + chunk).slice(-KEPT_OUTPUT);
      const line = LISTENING.exec(output);
      if (line) {
        clearTimeout(timer);
        resolve(line[1]);
      }
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    exited.then(({ code, signal }) => fail(`ended before it listened (${signal ?? `exit code ${code}`})`));
  });

  return {
    url,
    pid: child.pid,
    home,
    exited,
    output: () => output,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
  };
}

/** Writes settings.json; the offline model and a free port where nothing else is said. */
async function writeSettings(home, settings) {
  const file = settingsFile(home);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify({ baseUrl: 'offline', port: 0, ...settings }, null, 2)}\n`, { mode: 0o600 });
}
