import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeConversation } from '../support/conversation-file.mjs';
import { HttpClient } from '../support/http-client.mjs';
import { seededRandom } from '../support/seeded-random.mjs';
import { makeTestHome, startServer } from '../support/start-server.mjs';
import { checkFiles, checkHistory, checkLog, readLog, tokenOf } from './checks.mjs';

/** Milliseconds of load within which the server is killed: from before the first answer to many turns later. */
const KILL_WITHIN_MS = 600;
/** One kill in this many hits a server that is still starting, within this time of its start. */
const KILL_WHILE_STARTING_EVERY = 5;
const KILL_STARTING_WITHIN_MS = 900;
/** Two of the four sessions have a long history, so that folding and loading are hit too. */
const LONG_HISTORY = 3_000;
/** Breaches that are printed whole. */
const SHOWN_PROBLEMS = 40;

const MESSAGES = [
  (token) => `hello ${token}`,
  (token) => `run \`echo ${token}\``,
  (token) => `run \`echo ${token}\` then run \`pwd\``,
  (token) => `remember that my last word is ${token}`,
  (token) => `run \`sleep 0.05; echo ${token}\``,
];

/** @type {typeof import('./crash-run.d.mts').runCrashes} */
export async function runCrashes({ kills, seed, onProgress = () => undefined }) {
  const random = seededRandom(seed);
  const home = await makeTestHome();
  const sessions = ['a', 'b', 'long-a', 'long-b'].map((name) => ({ id: `crash-${name}`, sent: [], initialMessages: 0 }));
  for (const session of sessions.filter(({ id }) => id.includes('long'))) {
    await writeConversation(home, session.id, LONG_HISTORY);
    session.initialMessages = LONG_HISTORY + 1;
  }
  const totals = { kills: 0, killedWhileStarting: 0, retriedWithKey: 0, temporaryFiles: [], problems: [] };
  const started = Date.now();
  const reported = new Set();
  let number = 0;

  /** Notes a breach, once: what is lost stays lost. */
  function report(problem) {
    if (reported.has(problem)) return;
    reported.add(problem);
    totals.problems.push(`after kill ${totals.kills}: ${problem}`);
  }

  /** Sends one message and notes what its client knows of it afterwards. */
  async function send(server, client, session, entry) {
    const headers = entry.key ? { 'idempotency-key': entry.key } : {};
    try {
      const answer = await client.postJson(`${server.url}/api/chat`, { sessionId: session.id, message: entry.message }, { headers });
      if (answer.status === 200) entry.state = 'acknowledged';
      else report(`${session.id}: ${entry.token} was answered with HTTP ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
    } catch {
      entry.state = 'unknown';
    }
  }

  function newEntry(session) {
    const token = tokenOf((number += 1));
    const entry = { token, message: random.pick(MESSAGES)(token), key: random.next() < 0.5 ? `key-${token}` : undefined, state: 'unknown' };
    session.sent.push(entry);
    return entry;
  }

  async function load(server, isOver) {
    const client = new HttpClient({ connections: sessions.length });
    await Promise.all(
      sessions.map(async (session) => {
        while (!isOver()) await send(server, client, session, newEntry(session));
      }),
    );
    client.close();
  }

  async function killWhileStarting() {
    const delay = random.below(KILL_STARTING_WITHIN_MS);
    let timer;
    const onSpawn = (pid) => (timer = setTimeout(() => process.kill(pid, 'SIGKILL'), delay));
    const server = await startServer({ home, onSpawn }).catch(() => undefined);
    await server?.exited;
    clearTimeout(timer);
    totals.killedWhileStarting += 1;
  }

  async function check(server) {
    const client = new HttpClient({ connections: sessions.length });
    const problems = [];
    for (const session of sessions) {
      for (const entry of session.sent.filter(({ state, key }) => state === 'unknown' && key)) {
        totals.retriedWithKey += 1;
        await send(server, client, session, entry);
        if (entry.state !== 'acknowledged') problems.push(`${session.id}: ${entry.token} could not be sent again with its key`);
      }
      const next = newEntry(session);
      await send(server, client, session, next);
      if (next.state !== 'acknowledged') problems.push(`${session.id}: the next message was not answered`);

      const transcript = await client.getJson(`${server.url}/api/sessions/${session.id}`);
      if (transcript.status === 200) problems.push(...checkHistory(session, transcript.json.messages));
      else problems.push(`${session.id}: reading it was answered with HTTP ${transcript.status}`);
      problems.push(...checkLog(session, await readLog(home, session.id)));
    }
    const health = await client.getJson(`${server.url}/api/health`);
    for (const warning of health.json?.warnings ?? []) problems.push(`health warns: ${JSON.stringify(warning)}`);
    client.close();
    const files = await checkFiles(home);
    totals.temporaryFiles = files.temporaryFiles;
    return [...problems, ...files.problems];
  }

  let server = await startServer({ home });
  while (totals.kills < kills) {
    let over = false;
    const loading = load(server, () => over);
    await sleep(random.below(KILL_WITHIN_MS));
    over = true;
    await server.stop('SIGKILL');
    totals.kills += 1;
    await loading;
    if (totals.kills < kills && totals.kills % KILL_WHILE_STARTING_EVERY === KILL_WHILE_STARTING_EVERY - 1) {
      await killWhileStarting();
      totals.kills += 1;
    }
    server = await startServer({ home });
    for (const problem of await check(server)) report(problem);
    onProgress({ kills: totals.kills, problems: totals.problems.length });
  }
  const end = await server.stop();
  if (end.code !== 0) report(`SIGTERM at the end: exit code ${end.code}, signal ${end.signal}`);

  const entries = sessions.flatMap((session) => session.sent);
  return {
    seed,
    kills: totals.kills,
    killedWhileStarting: totals.killedWhileStarting,
    messages: entries.length,
    acknowledged: entries.filter(({ state }) => state === 'acknowledged').length,
    cut: entries.filter(({ state }) => state === 'unknown').length,
    retriedWithKey: totals.retriedWithKey,
    temporaryFilesLeft: totals.temporaryFiles.length,
    temporaryFilesFolders: [...new Set(totals.temporaryFiles.map((name) => path.dirname(name)))],
    seconds: Math.round((Date.now() - started) / 1000),
    problemCount: totals.problems.length,
    problems: totals.problems.slice(0, SHOWN_PROBLEMS),
    verdict: totals.problems.length === 0 ? 'nothing lost, nothing twice' : 'failed',
  };
}
