import { readFrames, textOf, type Frame } from '../support/event-stream.js';
import { Jarvis } from '../support/jarvis.js';
import { Searx } from '../support/searx.js';

const FERRY = { title: 'Ferry Oslo & Kiel', url: 'https://ferries.example/kiel?a=1&b=2', content: 'The ferry leaves at 14:00.' };

const NAME = Searx.isInstalled ? "web search through Debian's searx" : "web search through Debian's searx (skipped, since it is not installed: apt-get install searx)";

(Searx.isInstalled ? describe : describe.skip)(NAME, () => {
  let searx: Searx | undefined;
  let jarvis: Jarvis | undefined;

  beforeAll(async () => {
    searx = await Searx.start();
    searx.pages = [FERRY];
    jarvis = await Jarvis.start({ searxngUrl: searx.url });
  }, 90_000);
  afterAll(async () => {
    await jarvis?.stop();
    await searx?.stop();
  });

  function running(): { searx: Searx; jarvis: Jarvis } {
    if (searx === undefined || jarvis === undefined) throw new Error('not started');
    return { searx, jarvis };
  }

  it('is available', async () => {
    expect((await running().jarvis.request('GET', '/api/search/status')).body).toEqual({ available: true });
  });

  it('a search goes through it, and its pages are the sources of the answer', async () => {
    const { searx, jarvis } = running();
    jarvis.provider.replyAnswer('At 14:00.');
    const response = await fetch(`${jarvis.url}/api/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'ferry "Oslo" Kiel & Ærø', conversation_id: 'real-1' }),
    });
    const frames: Frame[] = [];
    for await (const frame of readFrames(response)) frames.push(frame);
    expect(textOf(frames)).toBe('At 14:00.');
    expect(frames.find(({ data }) => data.search_results !== undefined)?.data.search_results).toBe(1);
    expect(frames.at(-1)?.data).toMatchObject({ done: true, searched: true });
    expect(searx.queries.at(-1)).toBe('ferry "Oslo" Kiel & Ærø');
    const messages = jarvis.provider.requests.at(-1)?.body.messages as { content: string }[];
    expect(messages.at(-1)?.content).toContain(`1. ${FERRY.title} (${FERRY.url})\n   ${FERRY.content}`);
    const { body } = await jarvis.request('GET', '/api/sessions/real-1');
    expect(body.messages.at(-1).sources).toEqual([{ title: FERRY.title, url: FERRY.url }]);
  });

  it('the tool and the second chance of an answer go through it too', async () => {
    const { jarvis } = running();
    jarvis.provider.replyToolCalls([{ name: 'web_search', arguments: { query: 'ferry' } }]).replyAnswer('At 14:00.');
    const { body } = await jarvis.chat('When does the ferry leave?');
    expect(JSON.parse(body.toolCalls[0].result)).toMatchObject({ status: 'ok', results: [FERRY] });
    jarvis.provider.replyAnswer('I do not have access to live information.').replyAnswer('At 14:00.');
    expect((await jarvis.chat('When does the ferry leave?')).body.response).toBe('At 14:00.');
  });

  it('finds nothing where there is nothing', async () => {
    const { searx, jarvis } = running();
    searx.pages = [];
    const { text } = await jarvis.request('POST', '/api/search', { query: 'nothing at all' });
    expect(text).toContain('No search results found.');
  });
});
