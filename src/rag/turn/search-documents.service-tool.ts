import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../../common/domain-error.js';
import { ConfigService } from '../../config/config.service.js';
import type { Principal } from '../../security/principal.js';
import type { ServiceTool, ToolContext } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import { mayReadDocuments } from '../may-read-documents.js';
import { DocumentSearch } from '../search/document-search.js';
import { described } from './described-passage.js';
import { TurnCitations } from './turn-citations.js';

/** The tool's name. */
export const SEARCH_DOCUMENTS = 'search_documents';

/** Passages of one call: where nothing is said, and at most, which is some 3,000 tokens. */
const DEFAULT_RESULTS = 5;
const MAX_RESULTS = 10;

/** `search_documents`: looks into what was uploaded and ingested. */
@ServiceToolProvider()
@Injectable()
export class SearchDocumentsTool implements ServiceTool {
  readonly name = SEARCH_DOCUMENTS;
  readonly description =
    "Search the user's documents (uploaded files and ingested texts) by words and by meaning. Call it when the answer may stand in a document " +
    'and the passages that came with the message do not hold it. Each passage has a "cite": write it behind what you take from the passage.';
  readonly parameters = {
    type: 'object' as const,
    properties: {
      query: { type: 'string', description: 'What to look for: a question, or words that the passage may hold.' },
      limit: { type: 'integer', description: `How many passages at most, 1 to ${MAX_RESULTS}; ${DEFAULT_RESULTS} where absent.` },
    },
    required: ['query'],
  };

  constructor(
    private readonly searching: DocumentSearch,
    private readonly citations: TurnCitations,
    private readonly config: ConfigService,
  ) {}

  isOfferedTo(principal: Principal): boolean {
    return mayReadDocuments(principal, this.config.settings);
  }

  async run(args: Readonly<Record<string, unknown>>, { sessionId, signal }: ToolContext): Promise<unknown> {
    const { query, limit } = args;
    if (typeof query !== 'string' || query.trim() === '') throw new InvalidInputError('"query" must be a text that is not blank.', { field: 'query' });
    const { passages, note } = await this.searching.search(query, { limit: limitOf(limit), signal });
    const cited = this.citations.of(sessionId);
    return { status: 'ok', count: passages.length, passages: passages.map((passage) => described(passage, cited)), ...(note === undefined ? {} : { note }) };
  }
}

/** As models write it: also as text. */
function limitOf(value: unknown): number {
  const limit = Number(value ?? DEFAULT_RESULTS);
  if (!Number.isInteger(limit) || limit < 1) throw new InvalidInputError('"limit" must be a whole number from 1 on.', { field: 'limit' });
  return Math.min(limit, MAX_RESULTS);
}
