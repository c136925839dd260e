/**
 * `npm test`: builds what is not built (CLI, crash and page tests run the built server), then runs Jest.
 * Arguments are handed to Jest: `npm test -- src/agent`.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const run = (args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;

const built = run(['src/scripts/build.mjs', '--if-needed']);
if (built !== 0) process.exit(built);
process.exit(
  run([
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    ...process.argv.slice(2),
  ]),
);
