/** `npm run test:crash [-- --kills N] [--seed N]`: prints a summary as JSON; exit code 1 where anything was lost or doubled. */
import { numberArgument } from '../support/number-argument.mjs';
import { runCrashes } from './crash-run.mjs';

const kills = numberArgument('--kills', 200);
const seed = numberArgument('--seed', Date.now() % 1_000_000);

runCrashes({ kills, seed, onProgress: (state) => process.stderr.write(`\r${state.kills} of ${kills} kills, ${state.problems} problems `) }).then(
  (summary) => {
    process.stderr.write('\n');
    process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
    process.exit(summary.problemCount === 0 ? 0 : 1);
  },
  (error) => {
    process.stderr.write(`\nThe crash test could not go on (seed ${seed}): ${error.message}\n`);
    process.exit(1);
  },
);
