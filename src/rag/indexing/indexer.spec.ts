import { readdirSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import { FIRST_RETRY_MS, PASSAGES_PER_REMOTE_BATCH } from '../limits.js';
import { RagBench } from '../testing/rag-bench.js';
import { ScriptedQdrant } from '../testing/scripted-qdrant.js';

const BOILER = 'The boiler wants a pressure of one bar.';
const BEES = 'Bees and wasps sleep in the hive.';

describe('Indexer', () => {
  let bench: RagBench;
  const useModel = (model: string): Promise<unknown> => bench.config.update({ embeddings: { baseUrl: `${bench.embeddings.url}/v1`, model } });
  const hasMarker = (): boolean => readdirSync(bench.config.paths.data).includes('documents.indexing');

  beforeEach(async () => {
    Logger.overrideLogger(false);
    bench = await RagBench.start();
  });
  afterEach(() => bench.close());

  test('passages get their vectors in the background, and are found by words before', async () => {
    bench.embeddings.failure = 503;
    await bench.keep(BOILER, BEES);
    expect(await bench.found('bees')).toEqual([BEES]);
    const failed = await bench.until(({ state }) => state === 'waiting');
    expect(failed).toMatchObject({ passages: 2, embedded: 0, error: expect.stringContaining('HTTP 503') });
    expect(await bench.indexer.healthWarnings()).toEqual([{ problem: expect.stringContaining('HTTP 503') }]);
    bench.embeddings.failure = undefined;
    bench.clock.advance(FIRST_RETRY_MS);
    expect(await bench.indexed()).toMatchObject({ embedded: 2, dimensions: 16, store: 'sqlite-vec' });
    expect(await bench.indexer.healthWarnings()).toEqual([]);
    expect(await bench.found('pressure of a boiler', 'meaning')).toEqual([BOILER]);
  });

  test('nothing is left to do says the marker, so the next start need not look', async () => {
    await bench.keep(BOILER);
    await bench.indexed();
    await bench.until(() => !hasMarker());
    bench.embeddings.failure = 503;
    await bench.keep(BEES);
    await bench.until(({ state }) => state === 'waiting');
    expect(hasMarker()).toBe(true);
    bench.embeddings.failure = undefined;
    await bench.restart();
    await bench.until(() => !hasMarker());
    expect(await bench.indexer.progress()).toMatchObject({ state: 'idle', embedded: 2 });
  });

  test('another model means another set: all passages anew, none of the old ones beside them', async () => {
    await bench.keep(BOILER, BEES);
    await bench.indexed();
    bench.embeddings.dimensions = 32;
    await useModel('second');
    // The first who asks finds by words alone, and sets it going.
    const { note } = await bench.searching.search('bees', { limit: 3 });
    expect(note).toContain('indexed');
    expect(await bench.indexed()).toMatchObject({ embedded: 2, dimensions: 32, model: expect.stringContaining('second') });
    expect(await bench.found('bees wasps hive', 'meaning')).toEqual([BEES]);
    const models = bench.embeddings.requests.map(({ body }) => (body as { model: string }).model);
    expect(new Set(models)).toEqual(new Set(['first', 'second']));
  });

  test('a model that answers with another size than before, under the same name, is another model', async () => {
    await bench.keep(BOILER, BEES);
    await bench.indexed();
    bench.embeddings.dimensions = 24;
    expect((await bench.searching.search('bees', { limit: 3 })).note).toContain('changed');
    expect(await bench.indexed()).toMatchObject({ embedded: 2, dimensions: 24 });
    bench.embeddings.dimensions = 40;
    await bench.keep('Harbour and ships.');
    expect(await bench.indexed()).toMatchObject({ embedded: 3, dimensions: 40 });
    expect(await bench.found('bees wasps hive', 'meaning')).toEqual([BEES]);
  });

  test('a change of the model goes on where it was after a restart in its middle', async () => {
    await bench.keep(...Array.from({ length: 150 }, (_, number) => `Text number ${number} about bees.`));
    await bench.indexed();
    bench.embeddings.requests.length = 0;
    bench.embeddings.failsAfter = 1;
    await useModel('second');
    expect(await bench.until(({ state }) => state === 'waiting')).toMatchObject({ embedded: PASSAGES_PER_REMOTE_BATCH });
    bench.embeddings.requests.length = 0;
    bench.embeddings.failsAfter = Number.POSITIVE_INFINITY;
    await bench.restart();
    await bench.indexed();
    expect(bench.embeddings.texts).toHaveLength(150 - PASSAGES_PER_REMOTE_BATCH);
    expect((await bench.found('bees', 'meaning', 50)).length).toBe(50);
  });

  test('a model that cannot be asked leaves the old set as it is', async () => {
    await bench.keep(BOILER, BEES);
    await bench.indexed();
    await bench.config.update({ embeddings: { baseUrl: 'http://127.0.0.1:9/v1', model: 'typo' } });
    expect(await bench.found('bees')).toEqual([BEES]);
    await bench.until(({ state }) => state === 'waiting');
    await useModel('first');
    bench.embeddings.requests.length = 0;
    expect(await bench.indexed()).toMatchObject({ embedded: 2, model: expect.stringContaining('first') });
    expect(bench.embeddings.texts).toEqual([]);
  });

  test('a text that the model refuses is skipped, and the others are not', async () => {
    await bench.keep(BOILER);
    await bench.indexed();
    bench.embeddings.refused = 'poison';
    await bench.keep(BEES, 'This is poison ivy.', 'Harbour and ships.');
    expect(await bench.indexed()).toMatchObject({ passages: 4, embedded: 3, refused: 1, state: 'idle' });
    expect(await bench.found('poison ivy')).toEqual(['This is poison ivy.']);
    expect(await bench.found('harbour ships', 'meaning')).toEqual(['Harbour and ships.']);
  });

  test('what is deleted is found no more, and its vectors go', async () => {
    const [boiler] = await bench.keep(BOILER, BEES);
    await bench.indexed();
    bench.documents.delete(boiler as string);
    expect(await bench.found('boiler pressure')).toEqual([]);
    const left = (): number => (bench.database.prepare<{ count: number }>('SELECT count(*) AS count FROM document_vectors').get() as { count: number }).count;
    await bench.until(() => left() === 1);
    await bench.until(() => bench.database.prepare('SELECT 1 FROM documents WHERE id = ?').get(boiler as string) === undefined);
    expect(bench.database.prepare<{ count: number }>('SELECT count(*) AS count FROM document_words').get()).toEqual({ count: 1 });
  });

  test('a document that a server half stored before it died is removed, and never found', async () => {
    bench.database
      .prepare("INSERT INTO documents (id, title, type, source, size_bytes, content_key, passage_count, state, created_at) VALUES ('half', 't', 'text', 's', 1, 'k', 9, 'storing', '2000-01-01')")
      .run();
    bench.database.prepare("INSERT INTO document_passages (document, ordinal, text, start, end) VALUES ('half', 0, 'half a text about owls', 0, 9)").run();
    expect(await bench.found('owls')).toEqual([]);
    await bench.keep(BEES);
    await bench.until(() => bench.database.prepare("SELECT 1 FROM documents WHERE id = 'half'").get() === undefined);
    expect(await bench.indexed()).toMatchObject({ passages: 1 });
  });

  describe('with Qdrant', () => {
    let qdrant: ScriptedQdrant;
    beforeEach(async () => {
      qdrant = await new ScriptedQdrant().listen();
    });
    afterEach(() => qdrant.close());

    test('vectors move there when the settings name it, and passages are found there', async () => {
      await bench.keep(BOILER, BEES);
      await bench.indexed();
      await bench.config.update({ qdrantUrl: qdrant.url });
      expect(await bench.indexed()).toMatchObject({ store: expect.stringContaining('qdrant'), embedded: 2 });
      expect(qdrant.collections.get('jarvis_rag')?.points.size).toBe(2);
      expect(await bench.found('bees wasps hive', 'meaning')).toEqual([BEES]);
    });

    test('a collection that is lost is made anew', async () => {
      await bench.config.update({ qdrantUrl: qdrant.url });
      await bench.keep(BOILER);
      await bench.indexed();
      qdrant.collections.clear();
      await bench.keep(BEES);
      await bench.until(({ state }) => state === 'waiting');
      bench.clock.advance(FIRST_RETRY_MS);
      expect(await bench.indexed()).toMatchObject({ embedded: 2 });
      expect(qdrant.collections.get('jarvis_rag')?.points.size).toBe(2);
    });

    test('a collection of others is not touched', async () => {
      qdrant.collections.set('jarvis_rag', { size: 1024, points: new Map() });
      await bench.config.update({ qdrantUrl: qdrant.url });
      await bench.keep(BEES);
      const { error } = await bench.until(({ state }) => state === 'waiting');
      expect(error).toContain('not touched');
      expect(qdrant.collections.get('jarvis_rag')?.size).toBe(1024);
      expect(await bench.found('bees')).toEqual([BEES]);
    });

    test('one that is down makes a search worse and not impossible', async () => {
      await bench.config.update({ qdrantUrl: qdrant.url });
      await bench.keep(BOILER, BEES);
      await bench.indexed();
      const { url } = qdrant;
      await qdrant.close();
      const { passages, note } = await bench.searching.search('bees', { limit: 3 });
      expect(passages.map(({ text }) => text)).toEqual([BEES]);
      expect(note).toContain('words alone');
      expect(note).not.toContain(url);
      qdrant = await new ScriptedQdrant().listen();
    });
  });
});
