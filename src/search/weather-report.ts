import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/domain-error.js';
import { ConfigService } from '../config/config.service.js';
import { PageClient } from './page/page-client.js';
import { weatherPlace } from './search-query.js';
import type { SearchResult } from './search-result.js';

/** Answers in plain text to what calls itself curl (https://wttr.in/:help). */
const SERVICE = 'https://wttr.in';
const USER_AGENT = 'curl/8.0 (jarvis)';

/** Asks wttr.in about the weather, past the search engine, where the setting `weatherShortcut` allows it. */
@Injectable()
export class WeatherReport {
  constructor(
    private readonly config: ConfigService,
    private readonly pages: PageClient,
  ) {}

  /** Undefined where the query does not ask for the weather of a place, or nothing is known of it. Throws only the signal's reason. */
  async of(query: string, signal: AbortSignal): Promise<SearchResult | undefined> {
    const place = this.config.settings.weatherShortcut ? weatherPlace(query) : undefined;
    if (place === undefined) return undefined;
    try {
      const page = await this.pages.get(`${SERVICE}/${encodeURIComponent(place)}?format=3`, { signal, userAgent: USER_AGENT });
      const content = page.text().replace(/\s+/g, ' ').trim();
      return content === '' ? undefined : { title: 'Current Weather', url: `${SERVICE}/${encodeURIComponent(place)}`, content };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return undefined;
    }
  }
}
