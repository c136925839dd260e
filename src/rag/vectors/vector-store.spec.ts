import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LibsqlDatabase } from '../../storage/database/libsql-database.js';
import { FixedClock } from '../../storage/testing/fixed-clock.js';
import { MIN_SIMILARITY } from '../limits.js';
import { VectorStoreError } from '../rag.errors.js';
import { ScriptedQdrant } from '../testing/scripted-qdrant.js';
import { QdrantStore } from './qdrant.store.js';
import { SqliteVecStore } from './sqlite-vec.store.js';
import type { VectorStore } from './vector-store.js';

interface Bench {
  store: VectorStore;
  close(): Promise<void>;
}

async function sqliteVec(): Promise<Bench> {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-vectors-'));
  const database = new LibsqlDatabase(path.join(folder, 'jarvis.db'), () => [], new FixedClock());
  const close = async (): Promise<void> => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return Promise.resolve({ store: new SqliteVecStore(database), close });
}

async function qdrant(): Promise<Bench> {
  const server = await new ScriptedQdrant().listen();
  return { store: new QdrantStore(server.url), close: () => server.close() };
}

/** A vector in the plane of the first two axes, so many degrees from the first. */
function at(degrees: number, dimensions = 8): Float32Array {
  const vector = new Float32Array(dimensions);
  vector[0] = Math.cos((degrees * Math.PI) / 180);
  vector[1] = Math.sin((degrees * Math.PI) / 180);
  return vector;
}

describe.each([
  ['sqlite-vec', sqliteVec],
  ['Qdrant', qdrant],
])('%s', (_, open) => {
  let bench: Bench;
  const add = (...vectors: [id: number, degrees: number][]): Promise<void> =>
    bench.store.add(vectors.map(([id, degrees]) => ({ id, vector: at(degrees), text: `passage ${id}` })));
  const nearest = async (degrees: number, limit = 10): Promise<number[]> => (await bench.store.nearest(at(degrees), limit, MIN_SIMILARITY)).map(({ id }) => id);

  beforeEach(async () => {
    bench = await open();
  });
  afterEach(() => bench.close());

  test('there is no set before one is made, and it has its size', async () => {
    expect(await bench.store.dimensions()).toBeUndefined();
    await bench.store.create(8);
    expect(await bench.store.dimensions()).toBe(8);
    expect(await nearest(0)).toEqual([]);
  });

  test('the nearest come first, as many as asked for', async () => {
    await bench.store.create(8);
    await add([1, 40], [2, 10], [3_000_000_000, 0], [4, 60]);
    expect(await nearest(0)).toEqual([3_000_000_000, 2, 1, 4]);
    expect(await nearest(0, 2)).toEqual([3_000_000_000, 2]);
    expect(await nearest(60, 1)).toEqual([4]);
    const [first, second] = await bench.store.nearest(at(0), 2, MIN_SIMILARITY);
    expect(first?.similarity).toBeCloseTo(1, 5);
    expect(second?.similarity).toBeCloseTo(Math.cos((10 * Math.PI) / 180), 5);
  });

  test('what is not above the threshold is not near', async () => {
    await bench.store.create(8);
    await add([1, 75], [2, 76], [3, 180]);
    // The cosine of 75 degrees is 0.2588, of 76 degrees 0.2419.
    expect(await nearest(0)).toEqual([1]);
    const [near] = await bench.store.nearest(at(0), 10, -1);
    expect((await bench.store.nearest(at(0), 10, near?.similarity as number)).map(({ id }) => id)).toEqual([]);
  });

  test('a vector takes the place of the one under its number', async () => {
    await bench.store.create(8);
    await add([1, 0], [2, 30]);
    await add([1, 60]);
    expect(await nearest(0)).toEqual([2, 1]);
  });

  test('what is removed is gone, and what is not there harms nothing', async () => {
    await bench.store.create(8);
    await add([1, 0], [2, 30]);
    await bench.store.remove([1, 99]);
    await bench.store.remove([]);
    expect(await nearest(0)).toEqual([2]);
  });

  test('a new set is empty, and may have another size', async () => {
    await bench.store.create(8);
    await add([1, 0]);
    await bench.store.create(4);
    expect(await bench.store.dimensions()).toBe(4);
    await bench.store.add([{ id: 2, vector: at(0, 4), text: 'x' }]);
    expect((await bench.store.nearest(at(0, 4), 10, 0)).map(({ id }) => id)).toEqual([2]);
  });

  test('a vector of another size is refused, and nothing of it is kept', async () => {
    await bench.store.create(8);
    await expect(bench.store.add([{ id: 1, vector: at(0, 4), text: 'x' }])).rejects.toThrow(VectorStoreError);
    await expect(bench.store.nearest(at(0, 4), 3, 0)).rejects.toThrow(VectorStoreError);
    expect(await nearest(0)).toEqual([]);
  });

  test('the vector of nothing is near to none', async () => {
    await bench.store.create(8);
    await bench.store.add([{ id: 1, vector: new Float32Array(8), text: '' }]);
    expect(await nearest(0)).toEqual([]);
  });
});

describe('Qdrant', () => {
  test('is asked as JarvisChat asks it: the collection, the search, points with their text under UUIDs', async () => {
    const server = await new ScriptedQdrant().listen();
    const store = new QdrantStore(server.url, 'secret');
    await store.create(8);
    await store.add([{ id: 7, vector: at(0), text: 'The boiler.' }]);
    await store.nearest(at(0), 3, 0.25);
    await store.remove([7]);
    await server.close();
    expect(server.requests.map(({ method, path: route }) => `${method} ${route}`)).toEqual([
      'GET /collections/jarvis_rag/exists',
      'PUT /collections/jarvis_rag',
      'PUT /collections/jarvis_rag/points',
      'POST /collections/jarvis_rag/points/search',
      'POST /collections/jarvis_rag/points/delete',
    ]);
    expect(server.requests[1]?.body).toEqual({ vectors: { size: 8, distance: 'Cosine' } });
    expect(server.requests[2]?.body).toMatchObject({ points: [{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), payload: { text: 'The boiler.' } }] });
    expect(server.requests[3]?.body).toMatchObject({ limit: 3, with_payload: true, vector: expect.any(Array) });
    expect(server.requests.every(({ headers }) => headers['api-key'] === 'secret')).toBe(true);
  });

  test('points that others put there are no passages', async () => {
    const server = await new ScriptedQdrant().listen();
    server.collections.set('jarvis_rag', { size: 8, points: new Map([[1, { id: 1, vector: [...at(0)], payload: { text: 'theirs' } }]]) });
    expect(await new QdrantStore(server.url).nearest(at(0), 3, 0)).toEqual([]);
    await server.close();
  });

  test('that is not there is an error that says which setting names it', async () => {
    const failed = new QdrantStore('http://127.0.0.1:9').nearest(at(0), 3, 0);
    await expect(failed).rejects.toThrow(VectorStoreError);
    await expect(failed).rejects.toThrow('qdrantUrl');
  });
});
