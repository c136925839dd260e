import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import type { Evidence, ResearchEvent } from '../prompt/answer-reviewer.js';
import { ENGINE_DOWN_MS } from './limits.js';
import type { SearchResult } from './search-result.js';
import { SearchUnavailableError } from './search.errors.js';
import { SearxngClient } from './searxng.client.js';
import { WeatherReport } from './weather-report.js';
import { webEvidence } from './web-evidence.js';

/** What is said where a search finds nothing. */
const NOTHING_FOUND = 'No search results found.';

/** Searches the web: a weather report where the question is one and the setting allows it, else the search engine. */
@Injectable()
export class SearchService {
  private downUntil = 0;

  constructor(
    private readonly engine: SearxngClient,
    private readonly weather: WeatherReport,
    private readonly clock: Clock,
  ) {}

  /** The engine did not answer a short while ago: what is not asked for by a person should wait. */
  get isDown(): boolean {
    return this.clock.now().getTime() < this.downUntil;
  }

  /** Empty where nothing was found. Throws SearchUnavailableError, or the signal's reason. */
  async search(query: string, signal: AbortSignal): Promise<readonly SearchResult[]> {
    const report = await this.weather.of(query, signal);
    if (report !== undefined) return [report];
    try {
      const results = await this.engine.search(query, signal);
      this.downUntil = 0;
      return results;
    } catch (error) {
      if (error instanceof SearchUnavailableError) this.downUntil = this.clock.now().getTime() + ENGINE_DOWN_MS;
      throw error;
    }
  }

  /** Whether the engine answers. Never rejects. */
  isAvailable(): Promise<boolean> {
    return this.engine.isAvailable();
  }

  /** A search that a person asked for, as a turn takes it: what was found, or the words that say that nothing was. */
  async *inquire(query: string, signal: AbortSignal): AsyncGenerator<ResearchEvent, Evidence | string, void> {
    yield { type: 'search-start' };
    let results: readonly SearchResult[];
    try {
      results = await this.search(query, signal);
    } catch (error) {
      if (error instanceof SearchUnavailableError) return `${NOTHING_FOUND} ${error.message}`;
      throw error;
    }
    if (results.length === 0) return NOTHING_FOUND;
    yield { type: 'search-results', count: results.length };
    return webEvidence(query, results, this.clock.now());
  }
}
