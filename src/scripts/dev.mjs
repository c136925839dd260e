/**
 * `npm run dev`: builds what is not built, then runs the server in the foreground, in this very process: its output,
 * its exit code and every signal are the server's own. Tools start in the checkout.
 */
import { spawnSync } from 'node:child_process';
import { root } from './built-server.mjs';

const built = spawnSync(process.execPath, ['src/scripts/build.mjs', '--if-needed'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

process.env.JARVIS_WORKING_DIRECTORY ??= root;
await import('../../dist/main.js');
