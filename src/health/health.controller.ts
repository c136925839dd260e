import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { StorageError } from '../common/domain-error.js';
import { packageVersion } from '../common/package-root.js';
import { ConfigService } from '../config/config.service.js';
import { Public } from '../security/access.decorator.js';
import { Caller } from '../security/caller.decorator.js';
import { isOwner, type Principal } from '../security/principal.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ToolRunner } from '../tools/tool.js';
import { HealthDto, type HealthWarning } from './health.dto.js';

/** `GET /api/health`: up or not, for people, scripts and `jarvis start`; what is damaged, for the owner. */
@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly config: ConfigService,
    private readonly sessions: SessionsService,
    private readonly tools: ToolRunner,
  ) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'Whether the server is up' })
  @ApiOkResponse({ type: HealthDto })
  async health(@Caller() principal: Principal | undefined): Promise<HealthDto> {
    const up: HealthDto = {
      status: 'ok',
      version: packageVersion,
      uptimeSeconds: Math.floor(process.uptime()),
      offline: this.config.isOffline,
    };
    if (principal === undefined || !isOwner(principal)) return up;
    const warnings = await this.warnings(principal);
    return warnings.length === 0 ? up : { ...up, warnings };
  }

  private async warnings(principal: Principal): Promise<HealthWarning[]> {
    const { diagnostics } = await this.tools.offered(principal);
    return [...(await this.damage()), ...diagnostics.map(({ tool, problem }) => ({ problem: `Tool ${tool}: ${problem}` }))];
  }

  /** The server is up also where its home cannot be read. */
  private async damage(): Promise<HealthWarning[]> {
    try {
      const reports = await this.sessions.damageReports();
      return reports.map(({ sessionId, problem, keptAs }) => ({ sessionId, problem: `${problem} The damaged file was kept as ${keptAs}.` }));
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return [{ problem: error.message }];
    }
  }
}
