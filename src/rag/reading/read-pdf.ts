import { InvalidInputError, messageOf } from '../../common/domain-error.js';
import { BodyTooLargeError } from '../../security/errors.js';
import type { Passage, ReadDocument } from '../document.js';
import { MAX_DOCUMENT_CHARACTERS } from '../limits.js';
import { normalized } from './decode-text.js';
import { splitPassages } from './split-passages.js';

/** The package would write its complaints about a file to the server's output. */
const SILENT = 0;

/** Between pages, in the document's text. */
const PAGE_GAP = '\n\n';

/** Reads the text of a PDF, page by page; no passage crosses a page. Throws InvalidInputError where it is damaged, locked or holds no text. */
export async function readPdf(bytes: Uint8Array): Promise<ReadDocument> {
  const pages = await pagesOf(bytes);
  const passages: Passage[] = [];
  let text = '';
  for (const [index, page] of pages.entries()) {
    const offset = text.length;
    text += page + PAGE_GAP;
    if (text.length > MAX_DOCUMENT_CHARACTERS) throw new BodyTooLargeError('The PDF holds more text than a document may have.');
    passages.push(...splitPassages(page, { page: index + 1, offset }));
  }
  if (passages.length === 0) throw new InvalidInputError('The PDF holds no text: it may be a scan. Run OCR over it first.', { field: 'file' });
  return { text: text.trimEnd(), passages };
}

async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  try {
    const { extractText, getDocumentProxy } = await import('unpdf');
    const document = await getDocumentProxy(bytes, { verbosity: SILENT });
    const { text } = await extractText(document, { mergePages: false });
    return text.map(normalized);
  } catch (error) {
    throw new InvalidInputError(`The PDF could not be read: ${messageOf(error)}`, { field: 'file' }, { cause: error });
  }
}
