import type { ConfigService } from '../config/config.service.js';
import { Settings } from '../config/settings.js';
import type { Evidence, ResearchEvent } from '../prompt/answer-reviewer.js';
import { SYSTEM_PRINCIPAL } from '../security/principal.js';
import { FixedClock } from '../storage/testing/fixed-clock.js';
import { MAX_ENGINE_ANSWER_BYTES } from './limits.js';
import { PageClient } from './page/page-client.js';
import { Page } from './page/page.js';
import { PageUnavailableError } from './search.errors.js';
import { SearchService } from './search.service.js';
import { SearxngClient } from './searxng.client.js';
import { ScriptedEngine } from './testing/scripted-engine.js';
import { UnsureAnswerReviewer } from './unsure-answer.reviewer.js';
import { WeatherReport } from './weather-report.js';

class RecordingPages extends PageClient {
  readonly asked: string[] = [];
  answer: string | Error = 'oslo: ❄️ -3°C';

  override get(url: string): Promise<Page> {
    this.asked.push(url);
    if (this.answer instanceof Error) return Promise.reject(this.answer);
    return Promise.resolve(new Page(url, 'text/plain', undefined, Buffer.from(this.answer)));
  }
}

const RESULTS = { results: [{ title: 'Silver', url: 'https://s.example', content: 'An ounce is 30 USD.' }] };

describe('searching the web', () => {
  let engine: ScriptedEngine;
  let settings: Settings;
  let clock: FixedClock;
  let pages: RecordingPages;
  let searches: SearchService;
  let reviewer: UnsureAnswerReviewer;
  let client: SearxngClient;

  beforeEach(async () => {
    engine = await ScriptedEngine.start();
    settings = Object.assign(new Settings(), { searxngUrl: engine.url });
    const config = { settings } as ConfigService;
    clock = new FixedClock();
    pages = new RecordingPages();
    client = new SearxngClient(config);
    searches = new SearchService(client, new WeatherReport(config, pages), clock);
    reviewer = new UnsureAnswerReviewer(config, searches, clock);
  });
  afterEach(() => engine.close());

  const never = () => new AbortController().signal;

  async function drain<R>(events: AsyncGenerator<ResearchEvent, R, void>): Promise<{ events: ResearchEvent[]; result: R }> {
    const seen: ResearchEvent[] = [];
    for (;;) {
      const step = await events.next();
      if (step.done) return { events: seen, result: step.value };
      seen.push(step.value);
    }
  }

  const review = (answer: { response?: string; perplexity?: number; message?: string; calledTools?: string[] } = {}) =>
    drain(reviewer.review({ message: 'what is the price of silver?', response: 'It is 25.', perplexity: 1.2, calledTools: [], principal: SYSTEM_PRINCIPAL, signal: never(), ...answer }));

  describe('the engine', () => {
    test('is asked for JSON of general pages, below whatever path it lies', async () => {
      engine.answer = RESULTS;
      settings.searxngUrl += '///';
      expect(await searches.search('a & b', never())).toEqual([RESULTS.results[0]]);
      expect(Object.fromEntries(engine.queries[0] ?? [])).toEqual({ q: 'a & b', format: 'json', categories: 'general' });
      settings.searxngUrl = `${engine.url}/elsewhere`;
      await expect(searches.search('x', never())).rejects.toThrow('HTTP 404');
    });

    test.each([
      ['JSON is not allowed', 403, '', /settings\.yml/],
      ['too many questions', 429, '', /HTTP 429/],
      ['a page instead of JSON', 200, '<html>', /no search engine/],
      ['half an answer', 200, '{"results":[', /no search engine/],
    ])('%s is said', async (_, status, body, message) => {
      engine.answer = (_request, response) => response.writeHead(status).end(body);
      await expect(searches.search('x', never())).rejects.toThrow(message);
    });

    test('a redirect is not followed', async () => {
      engine.answer = (_request, response) => response.writeHead(302, { location: '/search?q=other' }).end();
      await expect(searches.search('x', never())).rejects.toThrow('HTTP 302');
      expect(engine.queries).toHaveLength(1);
    });

    test('an answer without an end is not read to its end', async () => {
      engine.answer = (_request, response) => {
        const more = (): void => {
          while (response.write('x'.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      };
      await expect(searches.search('x', never())).rejects.toThrow(String(MAX_ENGINE_ANSWER_BYTES));
    });

    test('that is not there is said to be so, and an abort is the abort', async () => {
      settings.searxngUrl = 'http://127.0.0.1:9';
      await expect(searches.search('x', never())).rejects.toThrow(/docs\/search\.md/);
      expect(await searches.isAvailable()).toBe(false);
      settings.searxngUrl = engine.url;
      const abort = new AbortController();
      engine.answer = () => abort.abort(new Error('stopped'));
      await expect(searches.search('x', abort.signal)).rejects.toThrow('stopped');
    });

    test('is available where it answers with 200', async () => {
      expect(await searches.isAvailable()).toBe(true);
      engine.answer = (_request, response) => response.writeHead(500).end();
      expect(await searches.isAvailable()).toBe(false);
    });
  });

  describe('a search that a person asked for', () => {
    test('gives what was found', async () => {
      engine.answer = RESULTS;
      const { events, result } = await drain(searches.inquire('silver', never()));
      expect(events).toEqual([{ type: 'search-start' }, { type: 'search-results', count: 1 }]);
      expect((result as Evidence).sources).toEqual([{ title: 'Silver', url: 'https://s.example' }]);
    });

    test('says that nothing was found, and why where there is no engine', async () => {
      expect((await drain(searches.inquire('silver', never()))).result).toBe('No search results found.');
      settings.searxngUrl = 'http://127.0.0.1:9';
      const { events, result } = await drain(searches.inquire('silver', never()));
      expect(events).toEqual([{ type: 'search-start' }]);
      expect(result).toMatch(/^No search results found\. No search engine answered/);
    });
  });

  describe('an answer', () => {
    beforeEach(() => {
      engine.answer = RESULTS;
    });

    test.each([
      ['that was a guess', { perplexity: 15.01 }],
      ['that refuses', { response: 'I cannot provide live prices.' }],
    ])('%s is searched for', async (_, answer) => {
      const { events, result } = await review(answer);
      expect(events).toEqual([{ type: 'search-start' }, { type: 'search-results', count: 1 }]);
      expect(result?.context).toContain('An ounce is 30 USD.');
      expect(engine.queries[0]?.get('q')).toBe('silver price today USD');
    });

    test.each([
      ['of exactly the limit', { perplexity: 15 }],
      ['without log probabilities', { perplexity: 0 }],
      ['for which the model searched itself', { perplexity: 50, calledTools: ['web_search'] }],
    ])('%s stands', async (_, answer) => {
      expect(await review(answer)).toEqual({ events: [], result: undefined });
      expect(engine.queries).toEqual([]);
    });

    test('stands where the search is turned off', async () => {
      settings.searchEnabled = false;
      expect((await review({ perplexity: 50 })).events).toEqual([]);
    });

    test('stands where nothing is found', async () => {
      engine.answer = {};
      expect(await review({ perplexity: 50 })).toEqual({ events: [{ type: 'search-start' }], result: undefined });
    });

    test('stands where there is no engine, which is not asked again for a minute', async () => {
      settings.searxngUrl = 'http://127.0.0.1:9';
      expect(await review({ perplexity: 50 })).toEqual({ events: [{ type: 'search-start' }], result: undefined });
      settings.searxngUrl = engine.url;
      expect((await review({ perplexity: 50 })).events).toEqual([]);
      clock.advance(60_000);
      expect((await review({ perplexity: 50 })).result).toBeDefined();
    });

    test('is searched for again as soon as a search of a person worked', async () => {
      settings.searxngUrl = 'http://127.0.0.1:9';
      await review({ perplexity: 50 });
      settings.searxngUrl = engine.url;
      await searches.search('x', never());
      expect((await review({ perplexity: 50 })).result).toBeDefined();
    });
  });

  describe('the weather', () => {
    test('is asked of no host outside unless the setting allows it', async () => {
      await searches.search('weather in Oslo', never());
      expect(pages.asked).toEqual([]);
      expect(engine.queries).toHaveLength(1);
    });

    test('takes the place of a search, with the place as one part of the address', async () => {
      settings.weatherShortcut = true;
      expect(await searches.search("what's the weather in St. John's/../x today?", never())).toEqual([
        { title: 'Current Weather', url: "https://wttr.in/St.%20John's%2F..%2Fx", content: 'oslo: ❄️ -3°C' },
      ]);
      expect(pages.asked).toEqual(["https://wttr.in/St.%20John's%2F..%2Fx?format=3"]);
      expect(engine.queries).toEqual([]);
    });

    test('falls back to the search', async () => {
      settings.weatherShortcut = true;
      engine.answer = RESULTS;
      pages.answer = new PageUnavailableError('no');
      expect(await searches.search('Oslo weather', never())).toEqual(RESULTS.results);
      pages.answer = ' ';
      expect(await searches.search('Oslo weather', never())).toEqual(RESULTS.results);
      await searches.search('what temperature should I use for sampling', never());
      expect(pages.asked).toHaveLength(2);
    });
  });
});
