import { Injectable } from '@nestjs/common';
import { messageOf } from '../common/domain-error.js';
import { ConfigService } from '../config/config.service.js';
import { MAX_ENGINE_ANSWER_BYTES, SEARCH_TIMEOUT_MS, STATUS_TIMEOUT_MS } from './limits.js';
import { SearchUnavailableError } from './search.errors.js';
import type { SearchResult } from './search-result.js';
import { readSearxngAnswer } from './searxng-answer.js';

/** Asks the SearXNG (or searx) of the setting `searxngUrl`. */
@Injectable()
export class SearxngClient {
  constructor(private readonly config: ConfigService) {}

  /** What the engine finds; empty where it finds nothing. Throws SearchUnavailableError, or the signal's reason. */
  async search(query: string, signal: AbortSignal): Promise<SearchResult[]> {
    const { status, text } = await this.ask(query, signal, SEARCH_TIMEOUT_MS);
    if (status === 403) throw new SearchUnavailableError('The search engine does not give out JSON: allow it under `search: formats:` in its settings.yml.');
    if (status !== 200) throw new SearchUnavailableError(`The search engine answered with HTTP ${status}.`);
    try {
      return readSearxngAnswer(text);
    } catch {
      throw new SearchUnavailableError('What answers at searxngUrl is no search engine: it did not send JSON.');
    }
  }

  /** Whether the engine answers a question. Never rejects. */
  async isAvailable(): Promise<boolean> {
    try {
      return (await this.ask('test', new AbortController().signal, STATUS_TIMEOUT_MS)).status === 200;
    } catch {
      return false;
    }
  }

  private async ask(query: string, signal: AbortSignal, timeoutMs: number): Promise<{ status: number; text: string }> {
    const limit = AbortSignal.timeout(timeoutMs);
    const parameters = new URLSearchParams({ q: query, format: 'json', categories: 'general' });
    try {
      // Redirects are not followed: the engine is where the setting says.
      const response = await fetch(`${this.config.settings.searxngUrl.replace(/\/+$/, '')}/search?${parameters}`, {
        headers: { accept: 'application/json' },
        redirect: 'manual',
        signal: AbortSignal.any([signal, limit]),
      });
      return { status: response.status, text: await boundedText(response) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SearchUnavailableError) throw error;
      const reason = limit.aborted ? `within ${timeoutMs / 1000} s` : `(${causeOf(error)})`;
      throw new SearchUnavailableError(`No search engine answered ${reason}: docs/search.md says how to set one up.`);
    }
  }
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ENGINE_ANSWER_BYTES) throw new SearchUnavailableError(`The search engine sent more than ${MAX_ENGINE_ANSWER_BYTES} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** fetch says only that it failed; the code of the cause says why, and no address. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return messageOf(error);
}
