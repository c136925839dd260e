import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiPayloadTooLargeResponse, ApiTags } from '@nestjs/swagger';
import { OwnerOrScope } from '../security/access.decorator.js';
import { COMPLETIONS_SCOPE } from '../security/token-store.js';
import { DocumentsService } from './documents.service.js';
import { IngestAnswerDto, IngestRequestDto } from './dto/document-request.dto.js';
import { normalized } from './reading/decode-text.js';
import { DocumentReader } from './reading/document-reader.js';

/** The scope of tokens for programs that only hand in texts. */
export const INGEST_SCOPE = 'ingest';

/** `POST /api/ingest`: a text from a program, in the shape that JarvisChat's hooks send. They come with the key of /v1. */
@ApiTags('documents')
@Controller('ingest')
export class IngestController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly reader: DocumentReader,
  ) {}

  @Post()
  @HttpCode(200)
  @OwnerOrScope(INGEST_SCOPE, COMPLETIONS_SCOPE)
  @ApiOperation({ summary: 'Keep a text as a document; the same text is kept once' })
  @ApiOkResponse({ type: IngestAnswerDto })
  @ApiBadRequestResponse({ description: 'The content is blank, or a field is not valid.' })
  @ApiPayloadTooLargeResponse({ description: 'The body is over 1 MiB.' })
  async ingest(@Body() { content, source, metadata }: IngestRequestDto): Promise<IngestAnswerDto> {
    const { title } = metadata ?? {};
    const { passages } = await this.reader.read(Buffer.from(normalized(content)), 'text');
    const { id, passageCount } = await this.documents.add({
      title: typeof title === 'string' && title.trim() !== '' ? title : source,
      type: 'text',
      source,
      sizeBytes: Buffer.byteLength(content),
      ...(metadata === undefined ? {} : { metadata }),
      passages,
    });
    return { chunks_ingested: passageCount, source, message: `Ingested ${passageCount} ${passageCount === 1 ? 'chunk' : 'chunks'} from ${source}.`, document_id: id };
  }
}
