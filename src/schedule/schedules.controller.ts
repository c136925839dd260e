import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiBadRequestResponse, ApiBody, ApiCreatedResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { OwnerOnly } from '../security/access.decorator.js';
import { describedRuns } from './described-run.js';
import { ScheduleDto, ScheduleInputDto, ScheduleListDto, SchedulePatchDto, ScheduleRunListDto, ScheduleStartedDto } from './dto/schedule.dto.js';
import { readJobInput, readJobPatch } from './job-input.js';
import { MAX_LISTED_RUNS } from './limits.js';
import { ScheduleService } from './schedule.service.js';

/** What Jarvis does by itself (docs/schedules.md). */
@ApiTags('schedules')
@Controller('schedules')
@OwnerOnly()
@ApiBadRequestResponse({ description: 'Says which field and why.' })
export class SchedulesController {
  constructor(private readonly schedule: ScheduleService) {}

  @Get()
  @ApiOperation({ summary: 'List all jobs, the next one first; reading moves nothing' })
  @ApiOkResponse({ type: ScheduleListDto })
  list(): ScheduleListDto {
    const last = Number.MAX_SAFE_INTEGER;
    return { jobs: this.schedule.list().sort((a, b) => (a.state.nextRunAtMs ?? last) - (b.state.nextRunAtMs ?? last)) };
  }

  @Post()
  @HttpCode(201)
  @ApiOperation({ summary: 'Make a job' })
  @ApiBody({ type: ScheduleInputDto })
  @ApiCreatedResponse({ type: ScheduleDto })
  add(@Body() body: unknown): Promise<ScheduleDto> {
    return this.schedule.add(readJobInput(body));
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a job' })
  @ApiOkResponse({ type: ScheduleDto })
  @ApiNotFoundResponse({ description: 'There is no job with this id.' })
  read(@Param('id') id: string): ScheduleDto {
    return this.schedule.get(id);
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Change a job, or turn it on or off' })
  @ApiBody({ type: SchedulePatchDto })
  @ApiOkResponse({ type: ScheduleDto })
  @ApiNotFoundResponse({ description: 'There is no job with this id.' })
  change(@Param('id') id: string, @Body() body: unknown): Promise<ScheduleDto> {
    return this.schedule.update(id, readJobPatch(body));
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Remove a job; a run that is going on ends by itself' })
  @ApiOkResponse({ type: ScheduleDto })
  @ApiNotFoundResponse({ description: 'There is no job with this id.' })
  async remove(@Param('id') id: string): Promise<ScheduleDto> {
    const job = this.schedule.get(id);
    await this.schedule.remove(id);
    return job;
  }

  @Post(':id/run')
  @HttpCode(200)
  @ApiOperation({ summary: 'Run a job now, beside its time' })
  @ApiOkResponse({ type: ScheduleStartedDto })
  @ApiNotFoundResponse({ description: 'There is no job with this id.' })
  run(@Param('id') id: string): ScheduleStartedDto {
    const started = this.schedule.runNow(id);
    return 'runId' in started ? { started: true, runId: started.runId } : { started: false, reason: started.reason };
  }

  @Get(':id/runs')
  @ApiOperation({ summary: 'The latest runs of a job, newest first' })
  @ApiOkResponse({ type: ScheduleRunListDto })
  @ApiNotFoundResponse({ description: 'There is no job with this id.' })
  runs(@Param('id') id: string): ScheduleRunListDto {
    this.schedule.get(id);
    return { runs: describedRuns(this.schedule.runs(), id, MAX_LISTED_RUNS) };
  }
}
