import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../config/config.service.js';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../../prompt/prompt-section.js';
import { SECTION_ORDER } from '../../prompt/section-order.js';
import { DocumentsService } from '../documents.service.js';
import { mayReadDocuments } from '../may-read-documents.js';
import { SEARCH_DOCUMENTS } from './search-documents.service-tool.js';

const TEXT = `## Documents
The user keeps documents here. Passages that may bear on a message come with it, under "Retrieved Context"; the tool ${SEARCH_DOCUMENTS} finds more. Where an answer rests on a passage, cite it by its number right behind the statement, like [1]. Cite only numbers that you were given for this message. Where the documents do not answer the question, say so.`;

/** How documents are cited, in the prompt of whoever may read them, once there are any. */
@PromptSectionProvider()
@Injectable()
export class DocumentsSection implements PromptSection {
  readonly name = 'documents';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.documents;
  readonly modes = ['full', 'minimal'] as const;

  constructor(
    private readonly documents: DocumentsService,
    private readonly config: ConfigService,
  ) {}

  render({ principal, tools }: PromptContext): Promise<string | undefined> {
    const isShown = tools.has(SEARCH_DOCUMENTS) && mayReadDocuments(principal, this.config.settings) && this.documents.hasAny();
    return Promise.resolve(isShown ? TEXT : undefined);
  }
}
