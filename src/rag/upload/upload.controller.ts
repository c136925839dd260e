import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, UploadedFile, UseInterceptors } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBody,
  ApiConsumes,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiPayloadTooLargeResponse,
  ApiTags,
  ApiUnsupportedMediaTypeResponse,
} from '@nestjs/swagger';
import { InvalidInputError } from '../../common/domain-error.js';
import { ConfigService } from '../../config/config.service.js';
import { GuestMay, OwnerOnly } from '../../security/access.decorator.js';
import { Caller } from '../../security/caller.decorator.js';
import { AcceptContentTypes } from '../../security/content-type.decorator.js';
import type { Principal } from '../../security/principal.js';
import { DocumentDoneDto } from '../dto/document.dto.js';
import { LinkUploadDto, UploadAnswerDto, UploadContextDto, UploadContextListDto, UploadRequestDto } from '../dto/upload.dto.js';
import { mayReadDocuments } from '../may-read-documents.js';
import { FILE_FIELD, MultipartFileInterceptor } from './multipart-file.interceptor.js';
import { UploadContextsService } from './upload-contexts.service.js';
import { UploadService } from './upload.service.js';

const MULTIPART = 'multipart/form-data';

/** The part of multer's file that is used; it is kept in memory. */
interface ReceivedFile {
  readonly originalname: string;
  readonly mimetype: string;
  readonly buffer: Buffer;
}

/** `/api/upload`: files for one message or to keep, by the routes that JarvisChat's clients know (docs/documents.md). */
@ApiTags('documents')
@Controller('upload')
@ApiBadRequestResponse({ description: 'The request is not valid; says which field and why.' })
export class UploadController {
  constructor(
    private readonly uploads: UploadService,
    private readonly contexts: UploadContextsService,
    private readonly config: ConfigService,
  ) {}

  @Post()
  @HttpCode(200)
  @OwnerOnly()
  @AcceptContentTypes(MULTIPART)
  @UseInterceptors(MultipartFileInterceptor)
  @ApiOperation({ summary: 'Send a file: for one message, to keep as a document, or both' })
  @ApiConsumes(MULTIPART)
  @ApiBody({ type: UploadRequestDto })
  @ApiOkResponse({ type: UploadAnswerDto })
  @ApiPayloadTooLargeResponse({ description: 'The file is over 20 MiB.' })
  @ApiUnsupportedMediaTypeResponse({ description: 'The body is no multipart form, or the file is of a type that cannot be read.' })
  async upload(@UploadedFile() file: ReceivedFile | undefined, @Body() { mode, conversation_id: conversationId }: UploadRequestDto): Promise<UploadAnswerDto> {
    if (file === undefined) throw new InvalidInputError(`The form must have a file in its field "${FILE_FIELD}".`, { field: FILE_FIELD });
    const sent = { filename: file.originalname, mediaType: file.mimetype, bytes: file.buffer };
    return UploadAnswerDto.from(await this.uploads.take(sent, mode, conversationId));
  }

  @Get('by-conversation/:id')
  @GuestMay()
  @ApiOperation({ summary: 'List the uploads of a conversation that have not expired' })
  @ApiOkResponse({ type: UploadContextListDto })
  ofConversation(@Param('id') id: string, @Caller() principal: Principal): UploadContextListDto {
    const uploads = mayReadDocuments(principal, this.config.settings) ? this.contexts.ofConversation(id) : [];
    return { uploads: uploads.map((context) => UploadContextDto.from(context)), count: uploads.length };
  }

  @Patch(':id/link')
  @OwnerOnly()
  @ApiOperation({ summary: 'Say to which conversation an upload belongs' })
  @ApiOkResponse({ type: UploadContextDto })
  @ApiNotFoundResponse({ description: 'There is no such upload, or it has expired.' })
  link(@Param('id') id: string, @Body() { conversation_id: conversationId }: LinkUploadDto): UploadContextDto {
    return UploadContextDto.from(this.contexts.link(id, conversationId));
  }

  @Delete(':id')
  @OwnerOnly()
  @ApiOperation({ summary: 'Delete an upload that waits for a message' })
  @ApiOkResponse({ type: DocumentDoneDto })
  @ApiNotFoundResponse({ description: 'There is no such upload, or it has expired.' })
  delete(@Param('id') id: string): DocumentDoneDto {
    this.contexts.delete(id);
    return { status: 'ok' };
  }
}
