import path from 'node:path';
import { UnsupportedContentTypeError } from '../../security/errors.js';
import type { DocumentType } from '../document.js';

const TEXT_EXTENSIONS =
  'txt text log csv tsv jsonl ndjson xml yaml yml toml ini conf rst org tex srt vtt ' +
  'py js mjs cjs ts tsx jsx sh sql c h cc cpp hpp cs java kt go rs rb php swift css';

/** What files are read as, by the ending of their names. */
const TYPE_OF_EXTENSION: ReadonlyMap<string, DocumentType> = new Map([
  ...TEXT_EXTENSIONS.split(' ').map((extension) => [extension, 'text'] as const),
  ...['md', 'markdown', 'mdx'].map((extension) => [extension, 'markdown'] as const),
  ...['html', 'htm', 'xhtml'].map((extension) => [extension, 'html'] as const),
  ['pdf', 'pdf'],
  ['json', 'json'],
]);

const TYPE_OF_MEDIA_TYPE: ReadonlyMap<string, DocumentType> = new Map([
  ['text/markdown', 'markdown'],
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['application/pdf', 'pdf'],
  ['application/json', 'json'],
]);

/** What a caller is told that files may be. */
const ACCEPTED = 'plain text, Markdown, HTML, PDF and JSON';

/**
 * What a file is read as: by the ending of its name, else by the media type that the sender gives. Throws UnsupportedContentTypeError for
 * what cannot be read.
 */
export function documentTypeOf(filename: string, mediaType: string): DocumentType {
  const extension = path.extname(filename).slice(1).toLowerCase();
  const [essence = ''] = mediaType.toLowerCase().split(';');
  const byMediaType = TYPE_OF_MEDIA_TYPE.get(essence.trim()) ?? (essence.startsWith('text/') ? 'text' : undefined);
  const type = TYPE_OF_EXTENSION.get(extension) ?? byMediaType;
  if (type !== undefined) return type;
  throw new UnsupportedContentTypeError(`A file "${filename}" of type ${essence === '' ? 'unknown' : essence} cannot be read. Send ${ACCEPTED}.`);
}
