import { createApplication, listen } from './bootstrap.js';
import { startFailure } from './start-failure.js';

try {
  const url = await listen(await createApplication());
  process.stdout.write(`Jarvis is listening at ${url}\n`);
} catch (error) {
  process.stderr.write(`Jarvis could not start: ${startFailure(error)}\n`);
  process.exit(1);
}
