import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { memoryOf } from '../support/process-figures.mjs';
import { seededRandom } from '../support/seeded-random.mjs';
import { makeTestHome, startServer } from '../support/start-server.mjs';
import { makeCase, properRequest, serialise } from './cases.mjs';
import { problemsOf } from './checks.mjs';
import { exchange, parseAnswers } from './raw-exchange.mjs';
import { readRoutes } from './routes.mjs';

/** Sockets at once. */
const PARALLEL = 16;
/** Failures that are printed whole. */
const SHOWN_FAILURES = 25;
/** Numbers by which the random numbers of neighbouring cases are kept apart. */
const STRIDE = 1_000_003;
/** Found in an answer, it was read from a file outside of everything that the API may read, or from `.env`. */
const CANARY = 'canary-7f3a9c51d2e84b60';

/** @type {typeof import('./fuzz-run.d.mts').runFuzz} */
export async function runFuzz({ cases, seed, only, onProgress = () => undefined }) {
  const routes = readRoutes();
  const home = await makeTestHome();
  const server = await startServer({ home, settings: { tools: { exec: { security: 'deny' } } }, env: { OPENROUTER_API_KEY: `sk-${CANARY}` } });
  await writeFile(path.join(home, 'canary.json'), JSON.stringify({ messages: [{ role: 'user', content: CANARY }] }));
  const { port, host } = new URL(server.url);
  const context = { secrets: [CANARY], pages: await fetchPages(server.url) };
  const usual = await usualStatuses(routes, port, host);
  const started = Date.now();
  const totals = { done: 0, statuses: {}, unanswered: 0, failures: [] };

  async function runCase(index) {
    const made = makeCase(seededRandom(seed * STRIDE + index), routes, host);
    const { outcome, bytes } = await exchange(Number(port), made.bytes);
    const answers = parseAnswers(bytes, { isHead: made.method === 'HEAD' });
    const problems = answers.flatMap((answer) => problemsOf(answer, { ...context, ...made, usualStatus: usual.get(made.label.split(':')[0]) }));
    if (outcome !== 'closed') problems.push(outcome === 'timeout' ? 'the server neither answered nor closed' : 'the server took no connection');
    if (answers.length === 0) totals.unanswered += 1;
    for (const { status } of answers) totals.statuses[status] = (totals.statuses[status] ?? 0) + 1;
    if (problems.length > 0) {
      totals.failures.push({ case: index, label: made.label, problems, sent: excerpt(made.bytes), answered: excerpt(bytes) });
    }
    totals.done += 1;
    if (totals.done % 100 === 0) onProgress({ done: totals.done, failures: totals.failures.length });
  }

  const indexes = only === undefined ? Array.from({ length: cases }, (_, index) => index) : [only];
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (let index = indexes.shift(); index !== undefined; index = indexes.shift()) await runCase(index);
    }),
  );
  const alive = await isAlive(server);
  const figures = alive ? memoryOf(server.pid) : undefined;
  await server.stop();
  return {
    seed,
    cases: totals.done,
    routes: routes.length,
    statuses: totals.statuses,
    unanswered: totals.unanswered,
    samePid: alive,
    ...(figures === undefined ? {} : { rssMiB: figures.rssMiB, peakMiB: figures.peakMiB }),
    seconds: Math.round((Date.now() - started) / 100) / 10,
    failureCount: totals.failures.length + (alive ? 0 : 1),
    failures: totals.failures.slice(0, SHOWN_FAILURES),
    ...(alive ? {} : { serverOutput: server.output().slice(-2_000) }),
  };
}

/** Beginning and end of what went over the wire. */
function excerpt(bytes) {
  const text = bytes.toString('latin1');
  return text.length <= 800 ? text : `${text.slice(0, 400)} ... ${text.slice(-400)}`;
}

/** The HTML that may be answered, byte for byte. */
async function fetchPages(url) {
  const [page, docs] = await Promise.all(['/', '/api/docs'].map(async (target) => (await fetch(`${url}${target}`)).text()));
  return { page, docs };
}

/** What each route answers to a proper request: a 502 for want of a model server, say, is no fault of the input. */
async function usualStatuses(routes, port, host) {
  const usual = new Map();
  for (const route of routes) {
    const { bytes } = await exchange(Number(port), serialise(properRequest(seededRandom(1), route, host)));
    usual.set(`${route.method} ${route.template}`, parseAnswers(bytes, { isHead: route.method === 'HEAD' })[0]?.status);
  }
  return usual;
}

/** The very process that was started still answers, and its objects have not been tampered with. */
async function isAlive(server) {
  const ended = await Promise.race([server.exited.then(() => true), Promise.resolve(false)]);
  if (ended) return false;
  const response = await fetch(`${server.url}/api/health`);
  const health = await response.json();
  return response.status === 200 && health.status === 'ok' && !JSON.stringify(health).includes('polluted');
}
