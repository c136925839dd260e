import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiConflictResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiPayloadTooLargeResponse, ApiTags } from '@nestjs/swagger';
import { InvalidInputError, NotFoundError } from '../common/domain-error.js';
import { ConfigService } from '../config/config.service.js';
import { GuestMay, OwnerOnly } from '../security/access.decorator.js';
import { Caller } from '../security/caller.decorator.js';
import type { Principal } from '../security/principal.js';
import {
  ForgottenMemoriesDto,
  FoundMemoriesDto,
  MemoryDoneDto,
  MemoryDto,
  MemoryHistoryDto,
  MemoryListDto,
  MemoryStatsDto,
  RestoredMemoriesDto,
  StoredMemoriesDto,
  StoredMemoryDto,
} from './dto/memory.dto.js';
import { AddMemoriesDto, AddMemoryDto, CorrectMemoryDto, ForgetMemoriesDto, MemoryListQuery, MemorySearchQuery } from './dto/memory-request.dto.js';
import { mayReadMemory } from './may-read-memory.js';
import { MemoryService } from './memory.service.js';
import { GENERAL_TOPIC } from './topic.js';

/** The `source` of what comes over these routes and names none. */
const MANUAL = { source: 'manual' };

/** What is remembered (docs/memory.md). Guests see what `guestReads` lets them: by default nothing, since they remember nothing. */
@ApiTags('memories')
@Controller('memories')
@ApiBadRequestResponse({ description: 'The request is not valid; says which field and why.' })
export class MemoryController {
  constructor(
    private readonly memory: MemoryService,
    private readonly config: ConfigService,
  ) {}

  @Get()
  @GuestMay()
  @ApiOperation({ summary: 'List facts, newest first' })
  @ApiOkResponse({ type: MemoryListDto })
  async list(@Query() query: MemoryListQuery, @Caller() principal: Principal): Promise<MemoryListDto> {
    return MemoryListDto.from(this.mayRead(principal) ? await this.memory.list(query) : []);
  }

  @Get('search')
  @GuestMay()
  @ApiOperation({ summary: 'Search facts: any text is a legal query' })
  @ApiOkResponse({ type: FoundMemoriesDto })
  async search(@Query() { q, limit }: MemorySearchQuery, @Caller() principal: Principal): Promise<FoundMemoriesDto> {
    return FoundMemoriesDto.from(this.mayRead(principal) ? await this.memory.search(q, limit) : []);
  }

  @Get('stats')
  @GuestMay()
  @ApiOperation({ summary: 'Count facts, by topic' })
  @ApiOkResponse({ type: MemoryStatsDto })
  async stats(@Caller() principal: Principal): Promise<MemoryStatsDto> {
    if (!this.mayRead(principal)) return { total: 0, by_topic: {} };
    const { total, byTopic } = await this.memory.stats();
    return { total, by_topic: Object.fromEntries(byTopic.map(({ topic, count }) => [topic, count])) };
  }

  @Post()
  @HttpCode(200)
  @OwnerOnly()
  @ApiOperation({ summary: 'Remember a fact; one that is known is kept once' })
  @ApiOkResponse({ type: StoredMemoryDto })
  @ApiPayloadTooLargeResponse({ description: 'The fact is too long.' })
  add(@Body() { fact, topic = GENERAL_TOPIC, source = MANUAL.source }: AddMemoryDto): StoredMemoryDto {
    return { rowid: this.memory.add({ fact, topic }, { source }).fact.rowid, status: 'ok' };
  }

  @Post('bulk')
  @HttpCode(200)
  @OwnerOnly()
  @ApiOperation({ summary: 'Remember many facts' })
  @ApiOkResponse({ type: StoredMemoriesDto })
  @ApiPayloadTooLargeResponse({ description: 'A fact is too long, or the body is.' })
  async addAll(@Body() { memories }: AddMemoriesDto): Promise<StoredMemoriesDto> {
    const facts = memories.map(({ fact, topic = GENERAL_TOPIC, source = MANUAL.source }) => ({ fact, topic, source }));
    const stored = await this.memory.addAll(facts);
    const merged = stored.filter(({ outcome }) => outcome === 'merged').length;
    return { status: 'ok', rowids: stored.map(({ fact }) => fact.rowid), added: stored.length - merged, merged };
  }

  @Delete('bulk')
  @OwnerOnly()
  @ApiOperation({ summary: 'Forget many facts, as one step' })
  @ApiOkResponse({ type: ForgottenMemoriesDto })
  forgetAll(@Body() { rowids }: ForgetMemoriesDto): ForgottenMemoriesDto {
    const forgotten = this.memory.forget(rowids, MANUAL).map(({ rowid }) => rowid);
    return { status: 'ok', rowids: forgotten, count: forgotten.length };
  }

  @Post('undo')
  @HttpCode(200)
  @OwnerOnly()
  @ApiOperation({ summary: 'Bring back the facts that were forgotten last' })
  @ApiOkResponse({ type: RestoredMemoriesDto })
  undoForgetting(): RestoredMemoriesDto {
    return { status: 'ok', ...MemoryListDto.from(this.memory.undoForgetting(MANUAL)) };
  }

  @Get(':rowid')
  @OwnerOnly()
  @ApiOperation({ summary: 'Read one fact' })
  @ApiOkResponse({ type: MemoryDto })
  @ApiNotFoundResponse()
  read(@Param('rowid') rowid: string): MemoryDto {
    return MemoryDto.from(this.memory.get(numberOf(rowid)));
  }

  @Put(':rowid')
  @OwnerOnly()
  @ApiOperation({ summary: 'Correct a fact; its earlier words are kept in its history' })
  @ApiOkResponse({ type: MemoryDoneDto })
  @ApiNotFoundResponse()
  @ApiPayloadTooLargeResponse({ description: 'The fact is too long.' })
  correct(@Param('rowid') rowid: string, @Body() { fact }: CorrectMemoryDto): MemoryDoneDto {
    this.memory.correct(numberOf(rowid), fact, MANUAL);
    return { status: 'ok' };
  }

  @Delete(':rowid')
  @OwnerOnly()
  @ApiOperation({ summary: 'Forget a fact; it can be brought back for 30 days' })
  @ApiOkResponse({ type: MemoryDoneDto })
  @ApiNotFoundResponse()
  forget(@Param('rowid') rowid: string): MemoryDoneDto {
    const forgotten = this.memory.forget([numberOf(rowid)], MANUAL);
    if (forgotten.length === 0) throw new NotFoundError('There is no memory with this number.', { field: 'rowid' });
    return { status: 'ok' };
  }

  @Get(':rowid/history')
  @OwnerOnly()
  @ApiOperation({ summary: 'Read what happened to a fact, oldest first' })
  @ApiOkResponse({ type: MemoryHistoryDto })
  @ApiNotFoundResponse()
  history(@Param('rowid') rowid: string): MemoryHistoryDto {
    const number = numberOf(rowid);
    return MemoryHistoryDto.from(number, this.memory.history(number));
  }

  @Post(':rowid/undo')
  @HttpCode(200)
  @OwnerOnly()
  @ApiOperation({ summary: 'Undo the last change of a fact: bring it back, or give it its earlier words' })
  @ApiOkResponse({ type: RestoredMemoriesDto })
  @ApiNotFoundResponse()
  @ApiConflictResponse({ description: 'Nothing was changed, or the same is known under another number.' })
  undo(@Param('rowid') rowid: string): RestoredMemoriesDto {
    return { status: 'ok', ...MemoryListDto.from([this.memory.undo(numberOf(rowid), MANUAL)]) };
  }

  private mayRead(principal: Principal): boolean {
    return mayReadMemory(principal, this.config.settings);
  }
}

function numberOf(rowid: string): number {
  if (!/^\d{1,15}$/.test(rowid)) throw new InvalidInputError('rowid must be the number of a memory.', { field: 'rowid' });
  return Number(rowid);
}
