import { Controller, Get, Headers, Param, Res, type StreamableFile } from '@nestjs/common';
import { ApiBadRequestResponse, ApiHeader, ApiNoContentResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { noSuchRun, RunRegistry } from '../agent/run-registry.js';
import { maySee } from '../agent/run.js';
import { Clock } from '../common/clock.js';
import { InvalidInputError } from '../common/domain-error.js';
import { GuestMay } from '../security/access.decorator.js';
import { Caller } from '../security/caller.decorator.js';
import type { Principal } from '../security/principal.js';
import { ErrorDto } from './dto/error.dto.js';
import { RunListDto } from './dto/run.dto.js';
import { runStream, STREAM_HEADERS } from './stream/run-stream.js';

/** What runs now, and the events of a run for clients that come back. To a guest, runs of others are not there. */
@ApiTags('runs')
@Controller('runs')
@GuestMay()
export class RunsController {
  constructor(
    private readonly runs: RunRegistry,
    private readonly clock: Clock,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the runs that have not ended, oldest first' })
  @ApiOkResponse({ type: RunListDto })
  list(@Caller() principal: Principal): RunListDto {
    const runs = this.runs.active().filter((run) => maySee(run, principal));
    return { runs: runs.map(({ runId, sessionId }) => ({ runId, sessionId })) };
  }

  @Get(':runId/events')
  @ApiOperation({ summary: 'Stream the events of a run, from any event on' })
  @ApiHeader({ name: 'Last-Event-ID', required: false, description: 'The last `id` that was seen; every later event comes exactly once.' })
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ description: 'Server-Sent Events, as of `POST /api/chat` (docs/streaming.md).' })
  @ApiNoContentResponse({ description: 'The run has ended, and its last event was seen.' })
  @ApiBadRequestResponse({ type: ErrorDto, description: 'Last-Event-ID is no id of an event of this run.' })
  @ApiNotFoundResponse({ type: ErrorDto, description: 'The run is unknown, or it ended some minutes ago.' })
  events(
    @Param('runId') runId: string,
    @Caller() principal: Principal,
    @Res({ passthrough: true }) response: Response,
    @Headers('last-event-id') lastEventId?: string,
  ): StreamableFile | undefined {
    const run = this.runs.get(runId);
    if (!maySee(run, principal)) throw noSuchRun();
    const afterId = eventIdOf(lastEventId);
    if (afterId > run.lastId) throw new InvalidInputError(`Last-Event-ID is ${afterId}, but the last event of this run is ${run.lastId}.`, { field: 'Last-Event-ID' });
    if (run.isEnded && afterId === run.lastId) {
      // The status that tells an EventSource to stop coming back.
      response.status(204);
      return undefined;
    }
    response.set(STREAM_HEADERS);
    return runStream(run, this.clock, afterId);
  }
}

function eventIdOf(header: string | undefined): number {
  if (header === undefined || header === '') return 0;
  if (!/^\d{1,12}$/.test(header)) throw new InvalidInputError('Last-Event-ID must be the id of an event, a whole number.', { field: 'Last-Event-ID' });
  return Number(header);
}
