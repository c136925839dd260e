/**
 * `node test/bench/memory.mjs [--facts 100000] [--searches 300] [--seed 1]`: what memory costs on the built server, over HTTP, as JSON on
 * stdout: storing facts, finding them by queries of several kinds, and how long others wait meanwhile.
 */
import path from 'node:path';
import { statSync } from 'node:fs';
import { HttpClient } from '../support/http-client.mjs';
import { numberArgument } from '../support/number-argument.mjs';
import { memoryOf } from '../support/process-figures.mjs';
import { seededRandom } from '../support/seeded-random.mjs';
import { startServer } from '../support/start-server.mjs';
import { latency, percentile, round, timeEach } from './statistics.mjs';

const FACTS = numberArgument('--facts', 100_000);
const SEARCHES = numberArgument('--searches', 300);
const random = seededRandom(numberArgument('--seed', 1));

/** Facts in one bulk request. */
const PER_REQUEST = 1_000;

/** Words by the length of their tail: few that are everywhere, many that are rare, as in what people write. */
const SYLLABLES = ['ka', 'lo', 'mi', 'ter', 'ran', 'sol', 'ven', 'dor', 'pel', 'an', 'is', 'ing', 'ment', 'tion', 'er', 'u', 'bra', 'cho'];
const COMMON = ['the', 'user', 'my', 'is', 'and', 'a', 'to', 'in', 'likes', 'project', 'server', 'of'];
const VOCABULARY = Array.from({ length: 20_000 }, () => Array.from({ length: 2 + random.below(3) }, () => random.pick(SYLLABLES)).join(''));
const word = () => (random.next() < 0.35 ? random.pick(COMMON) : VOCABULARY[Math.floor(random.next() ** 3 * VOCABULARY.length)]);
const words = (count) => Array.from({ length: count }, word).join(' ');
const IDEOGRAPHS = [...'我喜欢喝咖啡茶家猫狗在北京工作项目服务器每天早上'];

function fact(index) {
  const text = words(6 + random.below(12));
  if (index % 50 === 0) return `${text} POL-${index} C++ @user${index % 997} 🎉 café`;
  if (index % 50 === 1) return `${Array.from({ length: 12 }, () => random.pick(IDEOGRAPHS)).join('')}${index}`;
  return text;
}

const QUERIES = {
  rareWord: () => VOCABULARY[10_000 + random.below(9_000)],
  frequentWord: () => VOCABULARY[random.below(10)],
  everywhere: () => random.pick(COMMON.slice(-4)),
  stopWords: () => 'the my is of',
  sentence: () => `${words(12)}?`,
  longMessage: () => words(400),
  partOfWord: () => VOCABULARY[random.below(9_000)].slice(1, 5),
  notThere: () => 'zzqqzz',
  ticket: () => `POL-${random.below(FACTS / 50) * 50}`,
  signs: () => random.pick(['C++', '@user5', '🎉', 'cafe']),
  chinese: () => random.pick(['咖啡', '北京工作', '猫', '我喜欢什么？']),
  twoLetters: () => random.pick(['ka', 'zz', 'lo', 'an']),
};

const server = await startServer();
const client = new HttpClient({ connections: 4 });
const url = `${server.url}/api/memories`;
const idle = memoryOf(server.pid);

/** Asks for health again and again while something else goes on, and says how long it waited. */
async function whileOthersAsk(action) {
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

async function store() {
  const started = performance.now();
  let stored = 0;
  for (let begin = 0; begin < FACTS; begin += PER_REQUEST) {
    const memories = Array.from({ length: Math.min(PER_REQUEST, FACTS - begin) }, (_, index) => ({ fact: fact(begin + index) }));
    const answer = await client.postJson(`${url}/bulk`, { memories }, { timeoutMs: 600_000 });
    if (answer.status !== 200) throw new Error(`Bulk answered ${answer.status}: ${answer.body}`);
    stored += answer.json.added;
  }
  return { stored, perSecond: Math.round(stored / ((performance.now() - started) / 1000)) };
}

const storing = await whileOthersAsk(store);
const single = await timeEach(100, (index) => client.postJson(url, { fact: `one more ${index} ${words(8)}` }));

const kinds = {};
const searching = await whileOthersAsk(async () => {
  const all = [];
  for (const [kind, query] of Object.entries(QUERIES)) {
    let found = 0;
    const taken = await timeEach(SEARCHES / Object.keys(QUERIES).length, async () => {
      const answer = await client.getJson(`${url}/search?q=${encodeURIComponent(query())}`);
      if (answer.status !== 200) throw new Error(`Search answered ${answer.status}: ${answer.body}`);
      found += answer.json.count;
    });
    kinds[kind] = { ...latency(taken), maxMs: round(Math.max(...taken)), found };
    all.push(...taken);
  }
  return { ...latency(all), maxMs: round(Math.max(...all)) };
});

const list = await timeEach(5, () => client.getJson(url));
const stats = await timeEach(5, () => client.getJson(`${url}/stats`));

process.stdout.write(
  `${JSON.stringify(
    {
      facts: storing.result.stored,
      storing: { perSecond: storing.result.perSecond, othersWaited: storing.others },
      addOne: latency(single),
      search: searching.result,
      searchByKind: kinds,
      othersWaitedDuringSearches: searching.others,
      listNewest1000: latency(list),
      stats: latency(stats),
      databaseMiB: round(statSync(path.join(server.home, '.jarvis', 'data', 'jarvis.db')).size / 1024 ** 2, 1),
      rssMiB: { idle: idle.rssMiB, after: memoryOf(server.pid).rssMiB },
    },
    null,
    2,
  )}\n`,
);
client.close();
await server.stop();
process.exit(0);
