import { ellipsize, toWellFormedText } from '../common/text.js';
import { MAX_CONTENT_CHARACTERS, MAX_DIRECT_ANSWERS, MAX_PAGES, MAX_TITLE_CHARACTERS } from './limits.js';
import type { SearchResult } from './search-result.js';
import { webUrl } from './web-url.js';

/**
 * What an answer of SearXNG in JSON holds (its search API, "format=json"): direct answers, infoboxes and the first pages, in this order.
 * Parts in an unknown shape are left out. Throws SyntaxError where the text is no JSON.
 */
export function readSearxngAnswer(text: string): SearchResult[] {
  const { answers, infoboxes, results } = recordOf(JSON.parse(text));
  return [
    ...listOf(answers).slice(0, MAX_DIRECT_ANSWERS).map(directAnswer),
    ...listOf(infoboxes).slice(0, MAX_DIRECT_ANSWERS).map(infobox),
    ...listOf(results).slice(0, MAX_PAGES).map(page),
  ].filter(({ title, content }) => title !== '' || content !== '');
}

/** A text, or an object since SearXNG of 2025. */
function directAnswer(value: unknown): SearchResult {
  const { answer = value, url } = recordOf(value);
  const content = contentOf(answer);
  return { title: content === '' ? '' : 'Direct Answer', url: webUrl(url), content };
}

function infobox(value: unknown): SearchResult {
  const { infobox: title, content, attributes, urls, id } = recordOf(value);
  const facts = listOf(attributes).map((attribute) => {
    const { label, value: fact } = recordOf(attribute);
    return typeof label === 'string' && typeof fact === 'string' ? `${label}: ${fact}` : '';
  });
  const url = listOf(urls).map((entry) => webUrl(recordOf(entry).url)).find((address) => address !== '');
  const text = contentOf(content);
  return { title: titleOf(title), url: url ?? webUrl(id), content: text === '' ? contentOf(facts.filter((fact) => fact !== '').join(' | ')) : text };
}

function page(value: unknown): SearchResult {
  const { title, url, content } = recordOf(value);
  return { title: titleOf(title), url: webUrl(url), content: contentOf(content) };
}

const titleOf = (value: unknown): string => oneLine(value, MAX_TITLE_CHARACTERS);
const contentOf = (value: unknown): string => oneLine(value, MAX_CONTENT_CHARACTERS);

function oneLine(value: unknown, length: number): string {
  return typeof value === 'string' ? ellipsize(toWellFormedText(value).replace(/\s+/g, ' ').trim(), length) : '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
