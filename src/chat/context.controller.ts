import { Controller, Get, Param } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PromptReports } from '../agent/prompt-reports.service.js';
import { newId } from '../common/ids.js';
import { OwnerOnly } from '../security/access.decorator.js';
import { Caller } from '../security/caller.decorator.js';
import type { Principal } from '../security/principal.js';
import { ErrorDto } from './dto/error.dto.js';
import { PromptReportDto } from './dto/prompt-report.dto.js';

/** What the model is told beside the conversation (docs/prompt.md). */
@ApiTags('sessions')
@Controller()
@OwnerOnly()
@ApiBadRequestResponse({ type: ErrorDto })
export class ContextController {
  constructor(private readonly reports: PromptReports) {}

  @Get('context')
  @ApiOperation({ summary: 'What the system prompt of a new session would be made of' })
  @ApiOkResponse({ type: PromptReportDto })
  estimate(@Caller() principal: Principal): Promise<PromptReportDto> {
    return this.reports.report(newId(), principal);
  }

  @Get('sessions/:id/context')
  @ApiOperation({ summary: 'What the system prompt of a session\'s last turn was made of; an estimate where it had none since the start' })
  @ApiOkResponse({ type: PromptReportDto })
  ofSession(@Param('id') id: string, @Caller() principal: Principal): Promise<PromptReportDto> {
    return this.reports.report(id, principal);
  }
}
