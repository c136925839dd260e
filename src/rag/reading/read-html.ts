import { createRequire } from 'node:module';
import type { ReadDocument } from '../document.js';
import { MAX_DOCUMENT_CHARACTERS } from '../limits.js';
import { decodeText } from './decode-text.js';
import { splitPassages } from './split-passages.js';

interface Builder {
  openBlock(options: object): void;
  closeBlock(options: object): void;
  addInline(text: string): void;
}
type Format = (element: { name: string; children: unknown[] }, walk: (children: unknown[], builder: Builder) => void, builder: Builder) => void;

/** Deeper elements are left out: real pages have some 30 levels, and the package works recursively. */
const MAX_HTML_DEPTH = 200;

/** What is no text of the document. */
const SKIPPED = ['title', 'script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object', 'img', 'nav', 'button', 'select', 'textarea'];

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** A heading as in Markdown, so that passages know what they stand under. */
const heading: Format = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addInline(`${'#'.repeat(Number(element.name.slice(1)))} `);
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const OPTIONS = {
  wordwrap: false,
  limits: { maxDepth: MAX_HTML_DEPTH, maxInputLength: MAX_DOCUMENT_CHARACTERS, ellipsis: '' },
  formatters: { heading },
  selectors: [
    ...HEADINGS.map((selector) => ({ selector, format: 'heading' })),
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'table', format: 'dataTable' },
    ...SKIPPED.map((selector) => ({ selector, format: 'skip' })),
  ],
};

/** Reads an HTML file. Lines are not those of the file, so none are told. */
export function readHtml(bytes: Uint8Array): ReadDocument {
  const { convert } = createRequire(import.meta.url)('html-to-text') as { convert(html: string, options: object): string };
  const text = convert(decodeText(bytes), OPTIONS).replace(/[^\S\n]+$/gm, '').replace(/\n{3,}/g, '\n\n').trim();
  return { text, passages: splitPassages(text, { hasHeadings: true }) };
}
