/**
 * `npm run test:soak [-- --minutes N]`: the built server under steady load, and whether memory, descriptors, timers and
 * child processes stay flat. Prints JSON with a verdict computed from slopes; exit code 1 where something grows.
 *
 * The load is bounded (a fixed number of sessions, each deleted and begun anew after some turns), so that nothing has a
 * reason to grow. The first fifth of the time is warm-up and does not count.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HttpClient } from '../support/http-client.mjs';
import { numberArgument } from '../support/number-argument.mjs';
import { descendantsOf, descriptorsOf, memoryOf } from '../support/process-figures.mjs';
import { seededRandom } from '../support/seeded-random.mjs';
import { makeTestHome, startServer } from '../support/start-server.mjs';
import { slope } from './slope.mjs';

const minutes = numberArgument('--minutes', 10);
const SAMPLE_EVERY_MS = 2_000;
const WARM_UP_SHARE = 0.2;
const SESSIONS = 6;
const TURNS_PER_SESSION = 25;
/** Pause between two turns of a session, so that the machine is busy but not saturated. */
const PAUSE_MS = 20;
const ABORT_AFTER_MS = 150;

/** How much each figure may rise over the measured time by its slope. Collections and caches make steps of this size. */
const TOLERATED_RISE = { rssMiB: 12, heapMiB: 4, descriptors: 4, timers: 4, handles: 4, children: 2 };

const random = seededRandom(numberArgument('--seed', 1));
const counts = { turns: 0, toolCalls: 0, aborted: 0, refused: 0, sessions: 0, unexpected: [] };

const unexpected = (what, answer) => {
  if (counts.unexpected.length < 20) counts.unexpected.push(`${what}: HTTP ${answer.status} ${answer.body.toString().slice(0, 200)}`);
};

/** Ends a turn in the middle of a command, as a person does who presses Stop. */
async function abortedTurn(url, client, other, sessionId) {
  const turn = client.postJson(`${url}/api/chat`, { sessionId, message: 'run `sleep 20`' });
  await sleep(ABORT_AFTER_MS);
  await other.postJson(`${url}/api/sessions/${sessionId}/abort`, {});
  const answer = await turn;
  if (answer.json?.status !== 'aborted') unexpected('abort', answer);
  counts.aborted += 1;
}

async function turn(url, client, other, sessionId) {
  const kind = random.below(20);
  if (kind === 0) return abortedTurn(url, client, other, sessionId);
  if (kind === 1) {
    const refused = await client.postJson(`${url}/api/chat`, { sessionId: '../x', message: 'no' });
    if (refused.status !== 400) unexpected('bad session id', refused);
    counts.refused += 1;
    return undefined;
  }
  const message = random.pick(['hello', 'list this directory', 'run `seq 1 20000`', 'run `echo a` then run `echo b`', 'what do you know about me', 'remember that my colour is blue']);
  const answer = await client.postJson(`${url}/api/chat`, { sessionId, message });
  if (answer.status !== 200) unexpected(message, answer);
  counts.turns += 1;
  counts.toolCalls += answer.json?.toolCalls?.length ?? 0;
  if (kind === 2) await other.getJson(`${url}/api/sessions/${sessionId}`);
  if (kind === 3) await other.getJson(`${url}/api/sessions`);
  return undefined;
}

async function load(url, number, isOver) {
  const client = new HttpClient();
  const other = new HttpClient({ keepAlive: false });
  for (let round = 0; !isOver(); round += 1) {
    const sessionId = `soak-${number}-${round}`;
    counts.sessions += 1;
    for (let index = 0; index < TURNS_PER_SESSION && !isOver(); index += 1) {
      await turn(url, client, other, sessionId);
      await sleep(PAUSE_MS);
    }
    await client.request(`${url}/api/sessions/${sessionId}`, { method: 'DELETE' });
  }
  client.close();
  other.close();
}

async function sample(server, file, started) {
  const resources = JSON.parse(await readFile(file, 'utf8'));
  return {
    seconds: (Date.now() - started) / 1000,
    rssMiB: memoryOf(server.pid).rssMiB,
    heapMiB: Math.round((resources.heapBytes / 1_048_576) * 10) / 10,
    descriptors: descriptorsOf(server.pid),
    timers: resources.timers,
    handles: resources.handles,
    children: descendantsOf(server.pid).length,
  };
}

function judge(samples) {
  const seconds = samples.at(-1).seconds - samples[0].seconds;
  return Object.entries(TOLERATED_RISE).map(([figure, tolerated]) => {
    const values = samples.map((each) => each[figure]);
    const rise = slope(samples.map((each) => [each.seconds, each[figure]])) * seconds;
    return {
      figure,
      first: values[0],
      last: values.at(-1),
      lowest: Math.min(...values),
      highest: Math.max(...values),
      riseBySlope: Math.round(rise * 100) / 100,
      tolerated,
      flat: rise <= tolerated,
    };
  });
}

async function run() {
  const home = await makeTestHome();
  const file = path.join(home, 'resources.json');
  const preload = path.join(path.dirname(fileURLToPath(import.meta.url)), 'report-resources.mjs');
  const server = await startServer({
    home,
    nodeArguments: ['--expose-gc', `--import=${preload}`],
    env: { SOAK_RESOURCES_FILE: file },
  });
  const started = Date.now();
  const lengthMs = minutes * 60_000;
  const isOver = () => Date.now() - started >= lengthMs;
  const loading = Promise.all(Array.from({ length: SESSIONS }, (_value, number) => load(server.url, number, isOver)));

  const samples = [];
  while (!isOver()) {
    await sleep(SAMPLE_EVERY_MS);
    if (isOver()) break;
    const taken = await sample(server, file, started);
    samples.push(taken);
    process.stderr.write(`\r${Math.round(taken.seconds)} s, ${counts.turns} turns, ${taken.rssMiB} MiB, ${taken.descriptors} descriptors, ${taken.timers} timers `);
  }
  await loading;
  process.stderr.write('\n');
  const { code } = await server.stop();

  const measured = samples.filter((each) => each.seconds >= minutes * 60 * WARM_UP_SHARE);
  const figures = judge(measured);
  const isFlat = figures.every((figure) => figure.flat);
  const isClean = counts.unexpected.length === 0 && code === 0;
  process.stdout.write(
    `${JSON.stringify({ minutes, samples: measured.length, ...counts, serverExitCode: code, figures, verdict: isFlat && isClean ? 'flat' : 'not flat' }, null, 2)}\n`,
  );
  return isFlat && isClean;
}

run().then(
  (isGood) => process.exit(isGood ? 0 : 1),
  (error) => {
    process.stderr.write(`\nThe soak could not go on: ${error.message}\n`);
    process.exit(1);
  },
);
