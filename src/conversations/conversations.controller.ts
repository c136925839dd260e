import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { GuestMay, OwnerOnly } from '../security/access.decorator.js';
import { Caller } from '../security/caller.decorator.js';
import type { Principal } from '../security/principal.js';
import { ConversationsService } from './conversations.service.js';
import { ConversationDoneDto, ConversationDto, ConversationMessageDto, ConversationPatchDto, WholeConversationDto } from './dto/conversation.dto.js';

/** The sessions in JarvisChat's shapes (docs/presets.md). */
@ApiTags('conversations')
@Controller('conversations')
@OwnerOnly()
@ApiBadRequestResponse({ description: 'The request is not valid; says which field and why.' })
export class ConversationsController {
  constructor(private readonly conversations: ConversationsService) {}

  @Get()
  @GuestMay()
  @ApiOperation({ summary: 'List conversations, the last changed first' })
  @ApiOkResponse({ type: [ConversationDto] })
  async list(@Caller() principal: Principal): Promise<ConversationDto[]> {
    return (await this.conversations.list(principal)).map((conversation) => ConversationDto.from(conversation));
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Begin a conversation' })
  @ApiOkResponse({ type: ConversationDto })
  async create(@Body() patch: ConversationPatchDto): Promise<ConversationDto> {
    return ConversationDto.from(await this.conversations.create(patch));
  }

  @Get(':id')
  @GuestMay()
  @ApiOperation({ summary: 'Read a conversation: what was said and answered' })
  @ApiOkResponse({ type: WholeConversationDto })
  @ApiNotFoundResponse()
  async read(@Param('id') id: string, @Caller() principal: Principal): Promise<WholeConversationDto> {
    const { conversation, messages } = await this.conversations.read(id, principal);
    return { conversation: ConversationDto.from(conversation), messages: messages.map((message) => ConversationMessageDto.from(id, message)) };
  }

  @Put(':id')
  @ApiOperation({ summary: 'Give a conversation another title or model' })
  @ApiOkResponse({ type: ConversationDoneDto })
  @ApiNotFoundResponse()
  async change(@Param('id') id: string, @Body() patch: ConversationPatchDto): Promise<ConversationDoneDto> {
    await this.conversations.change(id, patch);
    return { status: 'ok' };
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a conversation with all that belongs to it; of one that is not there nothing is left either' })
  @ApiOkResponse({ type: ConversationDoneDto })
  async delete(@Param('id') id: string): Promise<ConversationDoneDto> {
    await this.conversations.delete(id);
    return { status: 'ok' };
  }

  @Delete()
  @ApiOperation({ summary: 'Delete all conversations' })
  @ApiOkResponse({ type: ConversationDoneDto })
  async deleteAll(): Promise<ConversationDoneDto> {
    await this.conversations.deleteAll();
    return { status: 'ok' };
  }
}
