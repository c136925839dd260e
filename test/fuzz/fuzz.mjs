/** `npm run test:fuzz [-- --cases N] [--seed N] [--only CASE]`: prints a summary as JSON; exit code 1 where an answer was wrong. */
import { numberArgument } from '../support/number-argument.mjs';
import { runFuzz } from './fuzz-run.mjs';

const cases = numberArgument('--cases', 10_000);
const seed = numberArgument('--seed', Date.now() % 1_000_000);
const only = numberArgument('--only', undefined);

runFuzz({ cases, seed, only, onProgress: (state) => process.stderr.write(`\r${state.done} of ${cases} cases, ${state.failures} failures `) }).then(
  (summary) => {
    process.stderr.write('\n');
    process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
    process.exit(summary.failureCount === 0 ? 0 : 1);
  },
  (error) => {
    process.stderr.write(`\nThe fuzz test could not go on (seed ${seed}): ${error.message}\n`);
    process.exit(1);
  },
);
