import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { ConfigService } from '../config/config.service.js';
import { AnswerReviewerProvider, type AnswerReviewer, type GivenAnswer, type Research } from '../prompt/answer-reviewer.js';
import { UNSURE_PERPLEXITY } from './limits.js';
import { isRefusal } from './refusal.js';
import { searchQuery } from './search-query.js';
import type { SearchResult } from './search-result.js';
import { SearchUnavailableError } from './search.errors.js';
import { SearchService } from './search.service.js';
import { secondChance } from './web-evidence.js';
import { WEB_SEARCH } from './web-search.service-tool.js';

/** Searches the web where the model guessed or said that it cannot know, unless it searched itself. */
@Injectable()
@AnswerReviewerProvider()
export class UnsureAnswerReviewer implements AnswerReviewer {
  readonly name = 'web search';

  constructor(
    private readonly config: ConfigService,
    private readonly searches: SearchService,
    private readonly clock: Clock,
  ) {}

  async *review({ message, response, perplexity, calledTools, signal }: GivenAnswer): Research {
    if (!this.config.settings.searchEnabled || calledTools.includes(WEB_SEARCH)) return undefined;
    const isUnsure = perplexity > UNSURE_PERPLEXITY || isRefusal(response);
    if (!isUnsure || this.searches.isDown) return undefined;
    yield { type: 'search-start' };
    const query = searchQuery(message);
    let results: readonly SearchResult[];
    try {
      results = await this.searches.search(query, signal);
    } catch (error) {
      if (error instanceof SearchUnavailableError) return undefined;
      throw error;
    }
    if (results.length === 0) return undefined;
    yield { type: 'search-results', count: results.length };
    return secondChance(query, results, this.clock.now());
  }
}
