import { Logger } from '@nestjs/common';
import { SYSTEM_PRINCIPAL, type Principal } from '../../security/principal.js';
import { DocumentsController } from '../documents.controller.js';
import { MAX_INJECTED_PASSAGES } from '../limits.js';
import { RagBench } from '../testing/rag-bench.js';
import { DocumentsSection } from './documents.section.js';
import { DocumentsTurnContext } from './documents.turn-context.js';
import { SearchDocumentsTool } from './search-documents.service-tool.js';
import { TurnCitations } from './turn-citations.js';

const GUEST: Principal = { role: 'guest', id: 'guest-1', scopes: [] };
const BOILER = 'The boiler wants a pressure of one bar.';

describe('documents in a turn', () => {
  let bench: RagBench;
  let context: DocumentsTurnContext;
  let section: DocumentsSection;
  let tool: SearchDocumentsTool;
  const signal = new AbortController().signal;
  const prepare = (message: string, principal: Principal = SYSTEM_PRINCIPAL) => context.prepare({ sessionId: 's', message, principal, signal });
  const render = (principal: Principal = SYSTEM_PRINCIPAL, tools = ['search_documents']) =>
    section.render({ sessionId: 's', principal, mode: 'full', model: 'm', tools: new Set(tools) });
  const call = (args: Record<string, unknown>) => tool.run(args, { sessionId: 's', runId: 'r', principal: SYSTEM_PRINCIPAL, signal });

  beforeEach(async () => {
    Logger.overrideLogger(false);
    bench = await RagBench.start();
    // Enough that words do not fall together.
    bench.embeddings.dimensions = 512;
    const citations = new TurnCitations();
    context = new DocumentsTurnContext(bench.documents, bench.searching, citations, bench.config);
    section = new DocumentsSection(bench.documents, bench.config);
    tool = new SearchDocumentsTool(bench.searching, citations, bench.config);
  });
  afterEach(() => bench.close());

  test('without documents there is nothing, and no model is asked', async () => {
    expect(await prepare('boiler pressure')).toBeUndefined();
    expect(await render()).toBeUndefined();
    expect(bench.embeddings.requests).toEqual([]);
  });

  test('at most three passages come with a message, those that bear on it alone', async () => {
    await bench.keep(...Array.from({ length: 6 }, (_, number) => `${BOILER} Note ${number}.`), 'Harbour and ships.');
    await bench.indexed();
    const found = await prepare('Which pressure does the boiler want?');
    expect(found?.context?.match(/"cite":"\[\d\]"/g)).toHaveLength(MAX_INJECTED_PASSAGES);
    expect(found?.context).not.toContain('Harbour');
    expect((await prepare('Good morning'))?.context).toBeUndefined();
  });

  test('while there are no vectors, a passage must hold a good part of the telling words', async () => {
    bench.embeddings.failure = 503;
    await bench.keep(BOILER);
    expect((await prepare('boiler pressure'))?.context).toContain('one bar');
    expect((await prepare('Please describe the history of steam engines, and their boilers and wheels'))?.context).toBeUndefined();
    expect((await prepare('boiler pressure'))?.notes).toEqual([expect.stringContaining('indexed')]);
  });

  test('numbers begin anew with each message, and the tool goes on with them', async () => {
    await bench.keep(BOILER, 'Harbour and ships.');
    await bench.indexed();
    const first = await prepare('boiler pressure');
    expect(await call({ query: 'harbour ships', limit: 1 })).toMatchObject({ passages: [{ cite: '[2]' }] });
    const second = await prepare('harbour ships');
    expect(second?.context).toContain('"cite":"[1]"');
    expect(first?.cite?.('[1][2]')).toMatchObject([{ number: 1 }, { number: 2 }]);
    expect(first?.cite?.('[1]')[0]?.documentId).not.toBe(second?.cite?.('[1]')[0]?.documentId);
  });

  test('the tool refuses what is no query', async () => {
    await expect(call({ query: ' ' })).rejects.toThrow('query');
    await expect(call({ query: 'x', limit: 0 })).rejects.toThrow('limit');
    expect(await call({ query: 'x', limit: '2' })).toEqual({ status: 'ok', count: 0, passages: [] });
  });

  test('the prompt says how to cite, where there are documents and the tool is offered', async () => {
    await bench.keep(BOILER);
    expect(await render()).toContain('[1]');
    expect(await render(SYSTEM_PRINCIPAL, [])).toBeUndefined();
  });

  test('guests see none of it, unless guestReads is all', async () => {
    await bench.keep(BOILER);
    await bench.indexed();
    const routes = new DocumentsController(bench.documents, bench.searching, bench.config);
    const seen = async () => ({
      context: (await prepare('boiler pressure', GUEST))?.context !== undefined,
      section: (await render(GUEST)) !== undefined,
      tool: tool.isOfferedTo(GUEST),
      list: (await routes.list({ limit: 5 }, GUEST)).total,
      search: (await routes.search({ q: 'boiler', limit: 5, mode: 'hybrid' }, GUEST)).count,
    });
    expect(await seen()).toEqual({ context: false, section: false, tool: false, list: 0, search: 0 });
    await bench.config.update({ guestReads: 'all' });
    expect(await seen()).toEqual({ context: true, section: true, tool: true, list: 1, search: 1 });
  });
});
