import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiConflictResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { OwnerOnly } from '../security/access.decorator.js';
import { SubAgentDto, SubAgentListDto } from './dto/sub-agent.dto.js';
import { SubAgentsService } from './sub-agents.service.js';

/** What the agent has others do (docs/sub-agents.md). */
@ApiTags('sub-agents')
@Controller('sub-agents')
@OwnerOnly()
export class SubAgentsController {
  constructor(private readonly subAgents: SubAgentsService) {}

  @Get()
  @ApiOperation({ summary: 'List the newest sub-agents' })
  @ApiOkResponse({ type: SubAgentListDto })
  list(): SubAgentListDto {
    return { subAgents: this.subAgents.list().map((one) => SubAgentDto.from(one)) };
  }

  @Post(':id/stop')
  @HttpCode(200)
  @ApiOperation({ summary: 'Stop a sub-agent; what it reached is announced to whoever began it' })
  @ApiOkResponse({ type: SubAgentDto })
  @ApiNotFoundResponse({ description: 'There is no sub-agent with this id.' })
  @ApiConflictResponse({ description: 'It is not at work.' })
  async stop(@Param('id') id: string): Promise<SubAgentDto> {
    return SubAgentDto.from(await this.subAgents.stop(id));
  }
}
