import { Body, Controller, Headers, HttpCode, Post, Res, type StreamableFile } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiHeader,
  ApiInternalServerErrorResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiPayloadTooLargeResponse,
  ApiProduces,
  ApiTags,
  ApiTooManyRequestsResponse,
  ApiUnprocessableEntityResponse,
  ApiUnsupportedMediaTypeResponse,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { AgentService } from '../agent/agent.service.js';
import { answerOrFailure } from '../agent/agent.errors.js';
import { Clock } from '../common/clock.js';
import { toWellFormedText } from '../common/text.js';
import { GuestMay } from '../security/access.decorator.js';
import { Caller } from '../security/caller.decorator.js';
import { BodyTooLargeError } from '../security/errors.js';
import { MAX_GUEST_MESSAGE_CHARACTERS } from '../security/limits.js';
import { CountAs } from '../security/rate-limit/rate-class.decorator.js';
import type { Principal } from '../security/principal.js';
import { UploadContextsService } from '../rag/upload/upload-contexts.service.js';
import { ChatAnswerDto } from './dto/chat-answer.dto.js';
import { ChatRequestDto } from './dto/chat-request.dto.js';
import { ErrorDto } from './dto/error.dto.js';
import { runStream, STREAM_HEADERS } from './stream/run-stream.js';
import { wantsStream } from './stream/wants-stream.js';

/** `POST /api/chat`: one message in, one answer out, as JSON or as it happens. */
@ApiTags('chat')
@Controller('chat')
export class ChatController {
  constructor(
    private readonly agent: AgentService,
    private readonly clock: Clock,
    private readonly uploads: UploadContextsService,
  ) {}

  @Post()
  @HttpCode(200)
  @GuestMay()
  @CountAs('chat')
  @ApiOperation({
    summary: 'Send a message and wait for the answer, or watch it come',
    description: 'With `Accept: text/event-stream` the turn is streamed as Server-Sent Events (docs/streaming.md).',
  })
  @ApiProduces('application/json', 'text/event-stream')
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'Up to 255 printable characters that name this request: sent again with the same body it runs nothing and is answered the same.',
  })
  @ApiOkResponse({ type: ChatAnswerDto })
  @ApiBadRequestResponse({ type: ErrorDto, description: 'The request is not valid; says which field and why.' })
  @ApiPayloadTooLargeResponse({ type: ErrorDto, description: 'The body is over 1 MiB (docs/security.md, "Limits"), or a guest\'s message over 8,000 characters.' })
  @ApiUnsupportedMediaTypeResponse({ type: ErrorDto, description: 'The body is not application/json.' })
  @ApiNotFoundResponse({ type: ErrorDto, description: 'There is no upload with this upload_context_id, or it has expired.' })
  @ApiConflictResponse({ type: ErrorDto })
  @ApiUnprocessableEntityResponse({ type: ErrorDto, description: 'The Idempotency-Key was used with another body.' })
  @ApiTooManyRequestsResponse({ type: ErrorDto, description: 'Too many turns wait for this session; see Retry-After.' })
  @ApiInternalServerErrorResponse({ type: ErrorDto, description: 'The run failed: status model_error or format_error.' })
  async chat(
    @Body() body: ChatRequestDto,
    @Caller() principal: Principal,
    @Headers() headers: Record<string, string | undefined>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChatAnswerDto | StreamableFile> {
    assertMessageLength(body.message, principal);
    const idempotencyKey = headers['idempotency-key'];
    const sessionId = body.sessionId ?? body.conversation_id ?? undefined;
    const context = isText(body.upload_context_id) ? this.uploads.textFor(body.upload_context_id, principal) : undefined;
    const run = await this.agent.start({
      ...(sessionId === undefined ? {} : { sessionId }),
      ...turnTexts(body),
      ...(context === undefined ? {} : { context }),
      message: body.message,
      principal,
      takesCommands: true,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
    if (!wantsStream(headers, body)) return ChatAnswerDto.from(answerOrFailure(await run.result));
    response.set(STREAM_HEADERS);
    return runStream(run, this.clock);
  }
}

function assertMessageLength(message: string, { role }: Principal): void {
  if (role !== 'guest' || message.length <= MAX_GUEST_MESSAGE_CHARACTERS) return;
  throw new BodyTooLargeError(`message must have at most ${MAX_GUEST_MESSAGE_CHARACTERS} characters.`, { field: 'message' });
}

/** Model and preset of this turn, where they say anything. */
function turnTexts({ model, system_prompt: preset }: ChatRequestDto): { model?: string; preset?: string } {
  return { ...(isText(model) ? { model } : {}), ...(isText(preset) ? { preset: toWellFormedText(preset) } : {}) };
}

function isText(value: string | null | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
