/**
 * `node test/bench/documents.mjs [--passages 50000] [--searches 300] [--built-in 200] [--seed 1]`: what documents cost on the built server, over
 * HTTP, as JSON on stdout: storing and indexing them, finding passages, how long others wait meanwhile. Vectors come from a cheap server of the
 * bench's own with the size of the built-in model's; the built-in model is measured apart, on fewer passages.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HttpClient } from '../support/http-client.mjs';
import { importTypeScript } from '../support/import-typescript.mjs';
import { numberArgument } from '../support/number-argument.mjs';
import { memoryOf } from '../support/process-figures.mjs';
import { seededRandom } from '../support/seeded-random.mjs';
import { startServer } from '../support/start-server.mjs';
import { latency, percentile, round, timeEach } from './statistics.mjs';

const PASSAGES = numberArgument('--passages', 50_000);
const SEARCHES = numberArgument('--searches', 300);
const BUILT_IN_PASSAGES = numberArgument('--built-in', 200);
const random = seededRandom(numberArgument('--seed', 1));

/** Numbers in a vector of the built-in model. */
const DIMENSIONS = 512;

/** Paragraphs in one document: about a passage each, and together less than the 1 MiB that a body may have. */
const PER_DOCUMENT = 1_000;
const WORDS_PER_PARAGRAPH = 130;

/** The built-in model's thread ends after a minute without work. */
const IDLE_MS = 65_000;

const SYLLABLES = ['ka', 'lo', 'mi', 'ter', 'ran', 'sol', 'ven', 'dor', 'pel', 'an', 'is', 'ing', 'ment', 'tion', 'er', 'u', 'bra', 'cho'];
const COMMON = ['the', 'of', 'my', 'is', 'and', 'a', 'to', 'in', 'water', 'project', 'server', 'house'];
const VOCABULARY = Array.from({ length: 20_000 }, () => Array.from({ length: 2 + random.below(3) }, () => random.pick(SYLLABLES)).join(''));
const word = () => (random.next() < 0.35 ? random.pick(COMMON) : VOCABULARY[Math.floor(random.next() ** 3 * VOCABULARY.length)]);
const words = (count) => Array.from({ length: count }, word).join(' ');
const text = (paragraphs) => Array.from({ length: paragraphs }, (_, index) => `${words(WORDS_PER_PARAGRAPH)} REF-${index}.`).join('\n\n');

const QUERIES = {
  sentence: () => `${words(12)}?`,
  rareWord: () => VOCABULARY[10_000 + random.below(9_000)],
  everywhere: () => random.pick(COMMON.slice(-4)),
  reference: () => `REF-${random.below(PER_DOCUMENT)}`,
  page: () => words(400),
};

const client = new HttpClient({ connections: 4 });

async function getJson(url) {
  const answer = await client.getJson(url, { timeoutMs: 120_000 });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${answer.body}`);
  return answer.json;
}

async function ingest(server, paragraphs) {
  const answer = await client.postJson(`${server.url}/api/ingest`, { content: text(paragraphs) }, { timeoutMs: 600_000 });
  if (answer.status !== 200) throw new Error(`Ingesting answered ${answer.status}: ${answer.body}`);
  return answer.json.chunks_ingested;
}

async function indexed(server) {
  for (;;) {
    const status = await getJson(`${server.url}/api/documents/status`);
    if (status.error !== undefined) throw new Error(status.error);
    if (status.embedded === status.passages) return;
    await wait(250);
  }
}

/** Asks for health again and again while something else goes on, and says how long it waited. */
async function whileOthersAsk(server, action) {
  const waits = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) waits.push(...(await timeEach(1, () => client.request(`${server.url}/api/health`))));
  })();
  const result = await action();
  isOver = true;
  await asking;
  return { result, others: { p50Ms: round(percentile(waits, 0.5)), p99Ms: round(percentile(waits, 0.99)), maxMs: round(Math.max(...waits)) } };
}

async function many() {
  const { ScriptedEmbeddings } = await importTypeScript(new URL('../../src/rag/testing/scripted-embeddings.ts', import.meta.url));
  const embeddings = await new ScriptedEmbeddings(DIMENSIONS).listen();
  const server = await startServer({ settings: { embeddings: { baseUrl: `${embeddings.url}/v1`, model: 'bench' } } });
  const idle = memoryOf(server.pid).rssMiB;
  const started = performance.now();
  const storing = await whileOthersAsk(server, async () => {
    let stored = 0;
    while (stored < PASSAGES) stored += await ingest(server, Math.min(PER_DOCUMENT, PASSAGES - stored));
    return { stored, seconds: (performance.now() - started) / 1000 };
  });
  const indexing = await whileOthersAsk(server, () => indexed(server));
  const indexedSeconds = (performance.now() - started) / 1000;
  embeddings.requests.length = 0;

  const byKind = {};
  const searching = await whileOthersAsk(server, async () => {
    const all = [];
    for (const [kind, query] of Object.entries(QUERIES)) {
      for (const mode of ['hybrid', 'words', 'meaning']) {
        const taken = await timeEach(SEARCHES / Object.keys(QUERIES).length, () =>
          getJson(`${server.url}/api/documents/search?mode=${mode}&q=${encodeURIComponent(query())}`),
        );
        byKind[`${kind}, ${mode}`] = { ...latency(taken), maxMs: round(Math.max(...taken)) };
        if (mode === 'hybrid') all.push(...taken);
      }
    }
    return { ...latency(all), maxMs: round(Math.max(...all)) };
  });
  const { stored, seconds } = storing.result;
  const figures = {
    passages: stored,
    storing: { perSecond: Math.round(stored / seconds), othersWaited: storing.others },
    storingAndIndexing: { perSecond: Math.round(stored / indexedSeconds), seconds: round(indexedSeconds), othersWaitedWhileIndexing: indexing.others },
    hybridSearch: searching.result,
    searchByKind: byKind,
    othersWaitedDuringSearches: searching.others,
    databaseMiB: round(statSync(path.join(server.home, '.jarvis', 'data', 'jarvis.db')).size / 1024 ** 2, 1),
    rssMiB: { idle, after: memoryOf(server.pid).rssMiB, peak: memoryOf(server.pid).peakMiB },
  };
  await server.stop();
  await embeddings.close();
  return figures;
}

async function builtIn() {
  const server = await startServer();
  const idle = memoryOf(server.pid).rssMiB;
  const search = () => getJson(`${server.url}/api/documents/search?mode=meaning&q=${encodeURIComponent(words(12))}`);
  const started = performance.now();
  const stored = await ingest(server, BUILT_IN_PASSAGES);
  await indexed(server);
  const seconds = (performance.now() - started) / 1000;
  const queries = latency(await timeEach(50, search));
  const withModel = memoryOf(server.pid).rssMiB;
  await wait(IDLE_MS);
  const afterIdle = memoryOf(server.pid).rssMiB;
  const [coldMs] = await timeEach(1, search);
  await server.stop();
  return { passages: stored, perSecond: round(stored / seconds), query: queries, queryAfterIdleMs: round(coldMs), rssMiB: { idle, withModel, afterIdle } };
}

process.stdout.write(`${JSON.stringify({ cheapVectors: await many(), builtInModel: await builtIn() }, null, 2)}\n`);
client.close();
process.exit(0);
