import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBadRequestResponse, ApiForbiddenResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { OwnerOnly } from '../security/access.decorator.js';
import { Caller } from '../security/caller.decorator.js';
import type { Principal } from '../security/principal.js';
import { ApprovalsService } from '../tools/approvals.service.js';
import { ApprovalDecisionDto, ApprovalDto, ApprovalListDto } from './dto/approval.dto.js';
import { ErrorDto } from './dto/error.dto.js';

/** Commands that wait for the owner's decision (docs/security.md, "Tools and exec"). */
@ApiTags('approvals')
@Controller('approvals')
@OwnerOnly()
export class ApprovalsController {
  constructor(private readonly approvals: ApprovalsService) {}

  @Get()
  @ApiOperation({ summary: 'List the commands that wait for a decision' })
  @ApiOkResponse({ type: ApprovalListDto })
  list(): ApprovalListDto {
    return { approvals: this.approvals.list() };
  }

  @Post(':id')
  @HttpCode(200)
  @ApiOperation({ summary: 'Decide on a command that waits: once, and only once' })
  @ApiOkResponse({ type: ApprovalDto })
  @ApiBadRequestResponse({ type: ErrorDto })
  @ApiForbiddenResponse({ type: ErrorDto, description: 'Not the owner, or the owner without the token that exists.' })
  @ApiNotFoundResponse({ type: ErrorDto, description: 'It was decided, has expired, or never was.' })
  decide(@Param('id') id: string, @Body() body: ApprovalDecisionDto, @Caller() principal: Principal): Promise<ApprovalDto> {
    return this.approvals.decide(id, body.decision, principal);
  }
}
