import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiConflictResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AgentService } from '../agent/agent.service.js';
import { NotFoundError } from '../common/domain-error.js';
import { GuestMay, OwnerOnly } from '../security/access.decorator.js';
import { Caller } from '../security/caller.decorator.js';
import type { Principal } from '../security/principal.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ErrorDto } from './dto/error.dto.js';
import {
  AbortedDto,
  DeletedDto,
  RenameSessionDto,
  SessionListQuery,
  SessionLogDto,
  SessionLogQuery,
  SessionPageDto,
  SessionTranscriptDto,
} from './dto/session.dto.js';

/** What was said, and what runs, by session. */
@ApiTags('sessions')
@Controller('sessions')
@OwnerOnly()
@ApiBadRequestResponse({ type: ErrorDto })
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly agent: AgentService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List sessions, newest first' })
  @ApiOkResponse({ type: SessionPageDto })
  list(@Query() query: SessionListQuery): Promise<SessionPageDto> {
    return this.sessions.list(query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a session as it is stored' })
  @ApiOkResponse({ type: SessionTranscriptDto })
  @ApiNotFoundResponse({ type: ErrorDto })
  async read(@Param('id') id: string): Promise<SessionTranscriptDto> {
    return SessionTranscriptDto.from(found(await this.sessions.read(id)));
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Give a session a name' })
  @ApiOkResponse({ type: SessionTranscriptDto })
  @ApiNotFoundResponse({ type: ErrorDto })
  async rename(@Param('id') id: string, @Body() body: RenameSessionDto): Promise<SessionTranscriptDto> {
    await this.sessions.rename(id, body.name);
    return this.read(id);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a session: conversation, log and kept tool results' })
  @ApiOkResponse({ type: DeletedDto })
  @ApiNotFoundResponse({ type: ErrorDto })
  async delete(@Param('id') id: string): Promise<DeletedDto> {
    await this.sessions.delete(id);
    return { sessionId: id, deleted: true };
  }

  @Get(':id/log')
  @ApiOperation({ summary: 'Read the log of a session: one entry a run' })
  @ApiOkResponse({ type: SessionLogDto })
  @ApiNotFoundResponse({ type: ErrorDto })
  async log(@Param('id') id: string, @Query() query: SessionLogQuery): Promise<SessionLogDto> {
    const entries = await this.sessions.readLog(id, query);
    if (entries.length === 0) found(await this.sessions.read(id));
    return { entries };
  }

  @Post(':id/abort')
  @HttpCode(200)
  @GuestMay()
  @ApiOperation({ summary: 'Stop what runs in a session; a guest stops their own runs' })
  @ApiOkResponse({ type: AbortedDto })
  @ApiConflictResponse({ type: ErrorDto, description: 'Nothing is running.' })
  async abort(@Param('id') id: string, @Caller() principal: Principal): Promise<AbortedDto> {
    return { runIds: await this.agent.abort(id, principal) };
  }
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new NotFoundError('There is no such session.', { field: 'id' });
  return value;
}
