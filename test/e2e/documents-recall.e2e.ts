import { Jarvis } from '../support/jarvis.js';
import { LABELLED } from '../support/labelled-documents.js';

type Mode = 'hybrid' | 'words' | 'meaning';

/** Whether joining the two searches is worth it: the share of questions whose note is among the first three, with the built-in model. */
describe('recall@3 of the labelled set', () => {
  let jarvis: Jarvis;
  const keyOf = new Map<string, string>();
  const { documents, paraphrases, terms, mixed } = LABELLED;
  const kinds = { paraphrases, terms, mixed };
  const recalls: Record<string, Record<Mode, number>> = {};

  const finds = async (query: string, document: string, mode: Mode): Promise<boolean> => {
    const { body } = await jarvis.request('GET', `/api/documents/search?q=${encodeURIComponent(query)}&mode=${mode}&limit=3`);
    return (body.results as { document_id: string }[]).some(({ document_id: id }) => keyOf.get(id) === document);
  };
  const recall = async (queries: readonly (readonly [string, string])[], mode: Mode): Promise<number> => {
    const found = await Promise.all(queries.map(([query, document]) => finds(query, document, mode)));
    return found.filter(Boolean).length / queries.length;
  };

  beforeAll(async () => {
    jarvis = await Jarvis.start();
    for (const [key, content] of Object.entries(documents)) {
      const { body } = await jarvis.request('POST', '/api/ingest', { content, source: 'notes' });
      keyOf.set(body.document_id as string, key);
    }
    for (;;) {
      const { body } = await jarvis.request('GET', '/api/documents/status');
      if (body.embedded === Object.keys(documents).length) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    for (const [kind, queries] of [...Object.entries(kinds), ['all', Object.values(kinds).flat()] as const]) {
      recalls[kind] = { words: await recall(queries, 'words'), meaning: await recall(queries, 'meaning'), hybrid: await recall(queries, 'hybrid') };
    }
    if (process.env.SHOW_RECALL !== undefined) process.stdout.write(`${JSON.stringify(recalls, undefined, 1)}\n`);
  }, 60_000);
  afterAll(() => jarvis.stop());

  it('is higher for both together than for words or for meaning alone', () => {
    const { words, meaning, hybrid } = recalls.all as Record<Mode, number>;
    expect(hybrid).toBeGreaterThan(words);
    expect(hybrid).toBeGreaterThan(meaning);
    expect(hybrid).toBeGreaterThan(0.85);
  });

  it('keeps what each is good at: rare terms by words, paraphrases by meaning', () => {
    const { terms: byTerms, paraphrases: byParaphrase } = recalls as Record<string, Record<Mode, number>>;
    expect(byTerms?.words).toBe(1);
    expect(byTerms?.hybrid).toBe(1);
    expect(byParaphrase?.meaning).toBeGreaterThan(byParaphrase?.words as number);
  });
});
