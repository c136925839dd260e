import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiHeader,
  ApiInternalServerErrorResponse,
  ApiOkResponse,
  ApiOperation,
  ApiPayloadTooLargeResponse,
  ApiTags,
  ApiTooManyRequestsResponse,
  ApiUnprocessableEntityResponse,
  ApiUnsupportedMediaTypeResponse,
} from '@nestjs/swagger';
import { AgentService } from '../agent/agent.service.js';
import { answerOrFailure } from '../agent/agent.errors.js';
import { Caller, GuestMay } from '../security/access.decorators.js';
import type { Principal } from '../security/principal.js';
import { ChatAnswerDto } from './dto/chat-answer.dto.js';
import { ChatRequestDto } from './dto/chat-request.dto.js';
import { ErrorDto } from './dto/error.dto.js';
import { idempotencyKeyOf } from './idempotency-key.js';

/** `POST /api/chat`: one message in, one answer out. */
@ApiTags('chat')
@Controller('chat')
export class ChatController {
  constructor(private readonly agent: AgentService) {}

  @Post()
  @HttpCode(200)
  @GuestMay()
  @ApiOperation({ summary: 'Send a message and wait for the answer' })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'Up to 255 printable characters that name this request: sent again with the same body it runs nothing and is answered the same.',
  })
  @ApiOkResponse({ type: ChatAnswerDto })
  @ApiBadRequestResponse({ type: ErrorDto, description: 'The request is not valid; says which field and why.' })
  @ApiPayloadTooLargeResponse({ type: ErrorDto, description: 'The body is over 1 MiB.' })
  @ApiUnsupportedMediaTypeResponse({ type: ErrorDto, description: 'The body is not application/json.' })
  @ApiConflictResponse({ type: ErrorDto })
  @ApiUnprocessableEntityResponse({ type: ErrorDto, description: 'The Idempotency-Key was used with another body.' })
  @ApiTooManyRequestsResponse({ type: ErrorDto, description: 'Too many turns wait for this session; see Retry-After.' })
  @ApiInternalServerErrorResponse({ type: ErrorDto, description: 'The run failed: status model_error or format_error.' })
  async chat(
    @Body() body: ChatRequestDto,
    @Caller() principal: Principal,
    @Headers('idempotency-key') key?: string,
  ): Promise<ChatAnswerDto> {
    const idempotencyKey = idempotencyKeyOf(key);
    const answer = await this.agent.run({
      ...(body.sessionId == null ? {} : { sessionId: body.sessionId }),
      message: body.message,
      principal,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
    return ChatAnswerDto.from(answerOrFailure(answer));
  }
}
