/**
 * `npm run bench [-- --quick] [--profile FOLDER]`: what the server costs, as JSON on stdout.
 *
 * Every figure is taken three times in the same run: the chat through the server, and the very request that the server
 * sent to the provider, replayed directly and through a proxy that does nothing. What lies between is the server's own.
 * `--profile` runs the server under `--cpu-prof` and leaves the profile in FOLDER.
 */
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startChildWithPort } from '../support/child-with-port.mjs';
import { writeConversation } from '../support/conversation-file.mjs';
import { HttpClient } from '../support/http-client.mjs';
import { cpuMsOf, descendantsOf, memoryOf } from '../support/process-figures.mjs';
import { makeTestHome, startServer } from '../support/start-server.mjs';
import { goals, liveGoals } from './goals.mjs';
import { measureLive } from './live.mjs';
import { latency, percentile, round, timeEach } from './statistics.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const args = process.argv.slice(2);
const quick = args.includes('--quick');
const profileFolder = args.includes('--profile') ? path.resolve(args[args.indexOf('--profile') + 1] ?? '.') : undefined;

/** How much is measured. The long form takes about two and a half minutes, the short one about half a minute. */
const SIZE = quick
  ? { warmUp: 20, chats: 60, tools: 20, longTurns: 15, throughputMs: 2_000, starts: 3 }
  : { warmUp: 100, chats: 500, tools: 150, longTurns: 60, throughputMs: 8_000, starts: 7 };

const CONCURRENT_SESSIONS = 16;
/** Sessions that the measurement of a further turn goes through in a circle. */
const NEXT_TURN_SESSIONS = 20;
/** Milliseconds without a request before the idle memory is read. */
const IDLE_MS = 2_000;

const log = (text) => process.stderr.write(`${text}\n`);

/** From spawn to the first 200: in an empty home (the files of a first start are written), and again in the same. */
async function measureStarts() {
  const first = [];
  const later = [];
  for (let index = 0; index < SIZE.starts; index += 1) {
    const home = await makeTestHome();
    for (const list of [first, later]) {
      const started = performance.now();
      const server = await startServer({ home });
      const { status } = await new HttpClient().request(`${server.url}/api/health`);
      if (status !== 200) throw new Error(`GET /api/health answered ${status}.`);
      list.push(performance.now() - started);
      await server.stop();
    }
  }
  return { emptyHome: latency(first), laterStart: latency(later) };
}

/** One scenario: chats through the server, then its last provider request directly and through the proxy. */
async function measure({ count, warmUp = 3, bodyFor, server, client, provider, proxy }) {
  const chat = async (index) => {
    const answer = await client.postJson(`${server.url}/api/chat`, bodyFor(index));
    if (answer.status !== 200 || answer.json.status !== 'ok') throw new Error(`A chat was answered with ${answer.status}: ${answer.body.toString().slice(0, 500)}`);
  };
  const statistics = () => client.getJson(`http://127.0.0.1:${provider.port}/stats`).then((answer) => answer.json);
  await timeEach(warmUp, chat);
  const before = await statistics();
  const cpuBefore = cpuMsOf(server.pid);
  const served = await timeEach(count, chat);
  const cpuMs = cpuMsOf(server.pid) - cpuBefore;
  const after = await statistics();

  const { json: body } = await client.getJson(`http://127.0.0.1:${provider.port}/last`);
  // Made into text anew each time, as any client must that speaks with the provider directly.
  const replay = (port) => () => client.postJson(`http://127.0.0.1:${port}/v1/chat/completions`, body);
  await timeEach(3, replay(provider.port));
  const direct = await timeEach(count, replay(provider.port));
  await timeEach(3, replay(proxy.port));
  const proxied = await timeEach(count, replay(proxy.port));

  const modelRequests = (after.requests - before.requests) / count;
  const p50 = percentile(served, 0.5);
  return {
    chat: latency(served),
    direct: latency(direct),
    proxy: latency(proxied),
    modelRequestsPerChat: round(modelRequests),
    bytesToModelPerChat: Math.round((after.bytes - before.bytes) / count),
    ratioToDirect: round(p50 / (modelRequests * percentile(direct, 0.5))),
    ratioToProxy: round(p50 / (modelRequests * percentile(proxied, 0.5))),
    aboveProxyMs: round(p50 - modelRequests * percentile(proxied, 0.5)),
    serverCpuMsPerChat: round(cpuMs / count),
  };
}

/** Sixteen sessions, each sending its next message as soon as it is answered. */
async function measureThroughput(server) {
  const client = new HttpClient({ connections: CONCURRENT_SESSIONS });
  const taken = [];
  const until = performance.now() + SIZE.throughputMs;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENT_SESSIONS }, async (_value, index) => {
      while (performance.now() < until) {
        const sent = performance.now();
        const answer = await client.postJson(`${server.url}/api/chat`, { sessionId: `bench-throughput-${index}`, message: 'Answer at once.' });
        if (answer.status !== 200) throw new Error(`A chat under load was answered with ${answer.status}: ${answer.body.toString().slice(0, 500)}`);
        taken.push(performance.now() - sent);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  client.close();
  return { sessions: CONCURRENT_SESSIONS, requestsPerSecond: round(taken.length / seconds, 1), ...latency(taken) };
}

async function run() {
  log('cold start ...');
  const coldStart = await measureStarts();

  const provider = await startChildWithPort(path.join(here, 'zero-delay-provider.mjs'));
  const proxy = await startChildWithPort(path.join(here, 'byte-proxy.mjs'), provider.port);
  const home = await makeTestHome();
  await writeConversation(home, 'bench-2000', 2_000);
  await writeConversation(home, 'bench-10000', 10_000);
  const server = await startServer({
    home,
    // The whole history is sent, so that figures for long sessions are of the whole history.
    settings: { baseUrl: `http://127.0.0.1:${provider.port}/v1`, selectedModel: 'bench', fallbackModel: 'bench', contextTokens: 100_000_000 },
    nodeArguments: profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [],
  });
  const client = new HttpClient();
  await client.request(`${server.url}/api/health`);
  await sleep(IDLE_MS);
  const idle = memoryOf(server.pid);

  const scenario = (options) => measure({ server, client, provider, proxy, ...options });
  log('fresh chat ...');
  const freshChat = await scenario({ count: SIZE.chats, warmUp: SIZE.warmUp, bodyFor: () => ({ message: 'Answer at once.' }) });
  log('next turn ...');
  const nextTurn = await scenario({ count: SIZE.chats, bodyFor: (index) => ({ sessionId: `bench-next-${index % NEXT_TURN_SESSIONS}`, message: 'Answer at once.' }) });
  log('five tool calls ...');
  const fiveToolsAtOnce = await scenario({ count: SIZE.tools, bodyFor: () => ({ message: 'List five directories [[five at once]]' }) });
  const fiveToolsInTurn = await scenario({ count: SIZE.tools, bodyFor: () => ({ message: 'List five directories [[five in turn]]' }) });
  log('long sessions ...');
  const session2000 = await scenario({ count: SIZE.longTurns, bodyFor: () => ({ sessionId: 'bench-2000', message: 'Answer at once.' }) });
  const session10000 = await scenario({ count: SIZE.longTurns, bodyFor: () => ({ sessionId: 'bench-10000', message: 'Answer at once.' }) });
  log('throughput ...');
  const throughput = await measureThroughput(server);

  const end = memoryOf(server.pid);
  const toolHosts = descendantsOf(server.pid).map((pid) => memoryOf(pid).rssMiB);
  client.close();
  const { code } = await server.stop();
  provider.stop();
  proxy.stop();
  log('live ...');
  const live = await measureLive({ quick });

  const result = {
    machine: { node: process.version, cpu: os.cpus()[0]?.model, cpus: os.cpus().length, loadBefore: round(os.loadavg()[0]) },
    form: quick ? 'quick' : 'long',
    coldStart,
    memory: { idleMiB: idle.rssMiB, endMiB: end.rssMiB, peakMiB: end.peakMiB, toolHostsMiB: toolHosts },
    freshChat,
    nextTurn,
    fiveToolsAtOnce,
    fiveToolsInTurn,
    session2000,
    session10000,
    throughput,
    live,
    serverExitCode: code,
  };
  process.stdout.write(`${JSON.stringify({ ...result, goals: [...goals(result), ...liveGoals(live)] }, null, 2)}\n`);
}

run().then(
  () => process.exit(0),
  (error) => {
    log(`The benchmark failed: ${error.message}`);
    process.exit(1);
  },
);
