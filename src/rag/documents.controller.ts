import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ConfigService } from '../config/config.service.js';
import { GuestMay, OwnerOnly } from '../security/access.decorator.js';
import { Caller } from '../security/caller.decorator.js';
import type { Principal } from '../security/principal.js';
import { DocumentsService } from './documents.service.js';
import { DocumentDoneDto, DocumentDto, DocumentListDto, DocumentStatusDto, DocumentWithPassagesDto, FoundPassagesDto, PassageDto } from './dto/document.dto.js';
import { DocumentListQuery, DocumentSearchQuery, PassagesQuery } from './dto/document-request.dto.js';
import { mayReadDocuments } from './may-read-documents.js';
import { DocumentSearch } from './search/document-search.js';

/** The documents that are kept (docs/documents.md). Guests see what `guestReads` lets them: by default nothing. */
@ApiTags('documents')
@Controller('documents')
@ApiBadRequestResponse({ description: 'The request is not valid; says which field and why.' })
export class DocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly searching: DocumentSearch,
    private readonly config: ConfigService,
  ) {}

  @Get()
  @GuestMay()
  @ApiOperation({ summary: 'List documents, newest first' })
  @ApiOkResponse({ type: DocumentListDto })
  async list(@Query() { limit, cursor, search }: DocumentListQuery, @Caller() principal: Principal): Promise<DocumentListDto> {
    if (!this.mayRead(principal)) return { documents: [], total: 0 };
    const page = { limit, ...(cursor === undefined ? {} : { cursor }), ...(search === undefined ? {} : { part: search }) };
    return DocumentListDto.from(await this.documents.list(page));
  }

  @Get('search')
  @GuestMay()
  @ApiOperation({ summary: 'Search passages by words and meaning: any text is a legal query' })
  @ApiOkResponse({ type: FoundPassagesDto })
  async search(@Query() { q, limit, mode }: DocumentSearchQuery, @Caller() principal: Principal): Promise<FoundPassagesDto> {
    return FoundPassagesDto.from(this.mayRead(principal) ? await this.searching.search(q, { limit, mode }) : { passages: [] }, mode);
  }

  @Get('status')
  @OwnerOnly()
  @ApiOperation({ summary: 'Read how far documents are indexed for search by meaning' })
  @ApiOkResponse({ type: DocumentStatusDto })
  async status(): Promise<DocumentStatusDto> {
    return DocumentStatusDto.from(await this.documents.status());
  }

  @Get(':id')
  @OwnerOnly()
  @ApiOperation({ summary: 'Read a document, passage by passage' })
  @ApiOkResponse({ type: DocumentWithPassagesDto })
  @ApiNotFoundResponse()
  async read(@Param('id') id: string, @Query() { offset, limit }: PassagesQuery): Promise<DocumentWithPassagesDto> {
    const document = this.documents.get(id);
    const passages = await this.documents.passages(id, offset, limit);
    return { document: DocumentDto.from(document), passages: passages.map((passage) => PassageDto.from(passage)), offset };
  }

  @Delete(':id')
  @OwnerOnly()
  @ApiOperation({ summary: 'Delete a document' })
  @ApiOkResponse({ type: DocumentDoneDto })
  @ApiNotFoundResponse()
  delete(@Param('id') id: string): DocumentDoneDto {
    this.documents.delete(id);
    return { status: 'ok' };
  }

  private mayRead(principal: Principal): boolean {
    return mayReadDocuments(principal, this.config.settings);
  }
}
