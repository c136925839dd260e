import { Body, Controller, HttpCode, Post, Res, type StreamableFile } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiPayloadTooLargeResponse, ApiProduces, ApiTags, ApiTooManyRequestsResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { AgentService } from '../agent/agent.service.js';
import { Clock } from '../common/clock.js';
import { MAX_QUERY_CHARACTERS } from '../search/limits.js';
import { SearchService } from '../search/search.service.js';
import { GuestMay } from '../security/access.decorator.js';
import { Caller } from '../security/caller.decorator.js';
import { BodyTooLargeError } from '../security/errors.js';
import type { Principal } from '../security/principal.js';
import { CountAs } from '../security/rate-limit/rate-class.decorator.js';
import { ErrorDto } from './dto/error.dto.js';
import { SearchRequestDto } from './dto/search-request.dto.js';
import { runStream, STREAM_HEADERS } from './stream/run-stream.js';

/** `POST /api/search`: a turn whose answer rests on a web search, whatever the model believes to know. */
@ApiTags('search')
@Controller('search')
export class WebSearchController {
  constructor(
    private readonly agent: AgentService,
    private readonly searches: SearchService,
    private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(200)
  @GuestMay()
  @CountAs('search')
  @ApiOperation({ summary: 'Search the web and watch the summary come', description: 'Server-Sent Events, as of `POST /api/chat` (docs/search.md).' })
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ description: 'Frames: `searching`, then `search_results` and `token`s, then `done`.' })
  @ApiBadRequestResponse({ type: ErrorDto, description: 'The request is not valid; says which field and why.' })
  @ApiPayloadTooLargeResponse({ type: ErrorDto, description: 'The query has more than 500 characters.' })
  @ApiTooManyRequestsResponse({ type: ErrorDto })
  async search(@Body() body: SearchRequestDto, @Caller() principal: Principal, @Res({ passthrough: true }) response: Response): Promise<StreamableFile> {
    const { query, conversation_id: sessionId, model } = body;
    if (query.length > MAX_QUERY_CHARACTERS) throw new BodyTooLargeError(`query must have at most ${MAX_QUERY_CHARACTERS} characters.`, { field: 'query' });
    const run = await this.agent.start({
      ...(typeof sessionId === 'string' ? { sessionId } : {}),
      ...(typeof model === 'string' && model.trim() !== '' ? { model } : {}),
      message: query,
      principal,
      inquire: (signal) => this.searches.inquire(query, signal),
    });
    response.set(STREAM_HEADERS);
    return runStream(run, this.clock);
  }
}
