/**
 * `node test/bench/live.mjs [--quick]`, and part of `npm run bench`: what watching costs, as JSON on stdout. The provider writes the time
 * into each part of its answer, so that a part's delay is known where it arrives; the same request through a proxy that does nothing says
 * what any further process in the path costs, and the difference is the server's own.
 */
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { startChildWithPort } from '../support/child-with-port.mjs';
import { HttpClient } from '../support/http-client.mjs';
import { startServer } from '../support/start-server.mjs';
import { liveGoals } from './goals.mjs';
import { latency, machineMicroseconds, percentile, round, timeEach } from './statistics.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

const STREAMS_AT_ONCE = 100;
/** How much is measured: about twenty seconds in the long form, about eight in the short one. */
const sizeOf = (quick) =>
  quick
    ? { warmUp: 20, streams: 10, parts: 40, partsAtOnce: 20, roundTrips: 200, connects: 15, stops: 10 }
    : { warmUp: 100, streams: 40, parts: 60, partsAtOnce: 50, roundTrips: 2_000, connects: 60, stops: 40 };
const PART_EVERY_MS = 5;
const PART_AT_ONCE_EVERY_MS = 100;
/** Nothing of this may take longer; what does has failed. */
const TIMEOUT_MS = 60_000;

/** Posts a request that is answered as a stream. Gives the milliseconds to the first part, and each part's delay. */
function watch(url, body, { agent, isOver }) {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const started = machineMicroseconds();
    const delays = [];
    let firstMs;
    let received = '';
    const request = http.request(url, { method: 'POST', agent, headers: { accept: 'text/event-stream', 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } }, (response) => {
      response.setEncoding('utf8');
      response.on('data', (piece) => {
        const now = machineMicroseconds();
        received += piece;
        const end = received.lastIndexOf('\n\n');
        if (end === -1) return;
        for (const [, writtenAt] of received.slice(0, end).matchAll(/"(?:token|content)":"[^"]*?(\d{6,});"/g)) {
          delays.push((now - Number(writtenAt)) / 1000);
          firstMs ??= (now - started) / 1000;
        }
        if (isOver?.(received)) request.destroy();
        received = received.slice(end + 2);
      });
      response.on('error', () => resolve({ firstMs, delays }));
      response.on('end', () => (delays.length > 0 ? resolve({ firstMs, delays }) : reject(new Error(`No part came: ${response.statusCode} ${received.slice(0, 300)}`))));
    });
    request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error(`Nothing came for ${TIMEOUT_MS} ms.`)));
    request.on('error', reject);
    request.end(text);
  });
}

/** One stream after the other, through the server and then the server's own request through the proxy. */
async function measureOneStream({ server, client, provider, proxy, size }) {
  const agent = new http.Agent({ keepAlive: true });
  const series = async (url, bodyFor) => {
    const seen = [];
    for (let index = 0; index < size.streams; index += 1) seen.push(await watch(url, bodyFor(index), { agent }));
    return { first: seen.map(({ firstMs }) => firstMs), delays: seen.flatMap(({ delays }) => delays) };
  };
  const message = `Answer. [[stream ${size.parts} ${PART_EVERY_MS}]]`;
  await timeEach(size.warmUp, () => watch(`${server.url}/api/chat`, { message: 'Answer. [[stream 5 1]]' }, { agent }));
  const served = await series(`${server.url}/api/chat`, () => ({ message }));
  const { json: body } = await client.getJson(`http://127.0.0.1:${provider.port}/last`);
  const proxied = await series(`http://127.0.0.1:${proxy.port}/v1/chat/completions`, () => body);
  agent.destroy();
  return {
    toFirstToken: { served: latency(served.first), proxy: latency(proxied.first), addedP50Ms: round(percentile(served.first, 0.5) - percentile(proxied.first, 0.5)) },
    perChunk: { served: fine(served.delays), proxy: fine(proxied.delays), addedP50Ms: round(percentile(served.delays, 0.5) - percentile(proxied.delays, 0.5), 3) },
  };
}

/** A hundred watched turns in a hundred sessions, and the same hundred streams through the proxy. */
async function measureStreamsAtOnce({ server, client, provider, proxy, size }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: STREAMS_AT_ONCE });
  const together = async (url, bodyFor) => {
    const streams = await Promise.all(Array.from({ length: STREAMS_AT_ONCE }, (_value, index) => watch(url, bodyFor(index), { agent })));
    return streams.flatMap(({ delays }) => delays);
  };
  const message = `Answer. [[stream ${size.partsAtOnce} ${PART_AT_ONCE_EVERY_MS}]]`;
  const served = await together(`${server.url}/api/chat`, (index) => ({ sessionId: `bench-live-${index}`, message }));
  const { json: body } = await client.getJson(`http://127.0.0.1:${provider.port}/last`);
  const proxied = await together(`http://127.0.0.1:${proxy.port}/v1/chat/completions`, () => body);
  agent.destroy();
  return { streams: STREAMS_AT_ONCE, served: fine(served), proxy: fine(proxied) };
}

const fine = (values) => ({ p50Ms: round(percentile(values, 0.5), 3), p99Ms: round(percentile(values, 0.99), 3), samples: values.length });

/** Opens a socket; gives it with the milliseconds from the first byte sent to the answer of `connect`. */
function connect(url) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const socket = new WebSocket(url.replace('http:', 'ws:'));
    const client = { id: 'cli', version: 'bench', platform: 'node', mode: 'cli' };
    socket.on('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ type: 'req', id: 'c', method: 'connect', params: { minProtocol: 3, maxProtocol: 3, client } })));
    socket.on('message', function hello(data) {
      const frame = JSON.parse(String(data));
      if (frame.type !== 'res') return;
      socket.off('message', hello);
      if (frame.ok) resolve({ socket, ms: performance.now() - started });
      else reject(new Error(`connect was refused: ${frame.error.message}`));
    });
  });
}

async function measureConnects(url, count) {
  const taken = [];
  for (let index = 0; index < count; index += 1) {
    const { socket, ms } = await connect(url);
    taken.push(ms);
    socket.close();
  }
  return latency(taken);
}

/** One `health` after the other on one connection. */
async function measureRoundTrips(url, count) {
  const { socket } = await connect(url);
  const taken = [];
  for (let index = 0; index < count; index += 1) {
    const id = `h${index}`;
    const started = performance.now();
    await new Promise((resolve) => {
      socket.on('message', function answer(data) {
        if (JSON.parse(String(data)).id !== id) return;
        socket.off('message', answer);
        resolve();
      });
      socket.send(JSON.stringify({ type: 'req', id, method: 'health' }));
    });
    taken.push(performance.now() - started);
  }
  socket.close();
  return fine(taken);
}

/** From the moment a person presses Stop to the moment the provider's socket is closed, as the provider saw it. */
async function measureStops({ server, client, provider, size }) {
  const taken = [];
  for (let index = 0; index < size.stops; index += 1) {
    const sessionId = `bench-stop-${index}`;
    let hasBegun;
    const began = new Promise((resolve) => (hasBegun = resolve));
    const turn = watch(`${server.url}/api/chat`, { sessionId, message: 'Wait. [[hang]]' }, { isOver: (text) => text.includes('"token"') && hasBegun() });
    await Promise.race([began, turn]);
    const pressed = machineMicroseconds();
    const { status } = await client.postJson(`${server.url}/api/sessions/${sessionId}/abort`, {});
    if (status !== 200) throw new Error(`Stop was answered with ${status}.`);
    taken.push((await closedAt(client, provider) - pressed) / 1000);
    await turn;
  }
  return latency(taken);
}

async function closedAt(client, provider) {
  for (const until = performance.now() + TIMEOUT_MS; performance.now() < until; await sleep(5)) {
    const { json } = await client.getJson(`http://127.0.0.1:${provider.port}/closed`);
    if (json.closedAt !== null) return json.closedAt;
  }
  throw new Error(`The provider's socket was open ${TIMEOUT_MS} ms after Stop.`);
}

/** All of it, against a server of its own. */
export async function measureLive({ quick }) {
  const size = sizeOf(quick);
  const provider = await startChildWithPort(path.join(here, 'timed-provider.mjs'));
  const proxy = await startChildWithPort(path.join(here, 'byte-proxy.mjs'), provider.port);
  const server = await startServer({ settings: { baseUrl: `http://127.0.0.1:${provider.port}/v1`, selectedModel: 'bench', fallbackModel: 'bench' } });
  const client = new HttpClient();
  try {
    const parts = { server, client, provider, proxy, size };
    const { toFirstToken, perChunk } = await measureOneStream(parts);
    return {
      toFirstToken,
      perChunk,
      streamsAtOnce: await measureStreamsAtOnce(parts),
      connectToHello: await measureConnects(server.url, size.connects),
      healthRoundTrip: await measureRoundTrips(server.url, size.roundTrips),
      stopToProviderClosed: await measureStops(parts),
    };
  } finally {
    client.close();
    await server.stop();
    proxy.stop();
    provider.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const live = await measureLive({ quick: process.argv.includes('--quick') });
  process.stdout.write(`${JSON.stringify({ ...live, goals: liveGoals(live) }, null, 2)}\n`);
  process.exit(0);
}
