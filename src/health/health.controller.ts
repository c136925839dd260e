import { Controller, Get, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { messageOf, StorageError } from '../common/domain-error.js';
import { HealthWarningProvider, type HealthNotice, type HealthWarningSource } from '../common/health-warning.js';
import { packageVersion } from '../common/package-root.js';
import { ConfigService } from '../config/config.service.js';
import { Public } from '../security/access.decorator.js';
import { Caller } from '../security/caller.decorator.js';
import { isOwner, type Principal } from '../security/principal.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ToolRunner } from '../tools/tool.js';
import { HealthDto } from './health.dto.js';

/** `GET /api/health`: up or not, for people, scripts and `jarvis start`; what is damaged, for the owner. */
@ApiTags('health')
@Controller('health')
export class HealthController implements OnApplicationBootstrap {
  private sources: readonly HealthWarningSource[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly config: ConfigService,
    private readonly sessions: SessionsService,
    private readonly tools: ToolRunner,
  ) {}

  onApplicationBootstrap(): void {
    this.sources = this.discovery.getProviders({ metadataKey: HealthWarningProvider.KEY }).map((wrapper) => wrapper.instance as HealthWarningSource);
  }

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

  private async warnings(principal: Principal): Promise<HealthNotice[]> {
    const { diagnostics } = await this.tools.offered(principal);
    const features = await Promise.all(this.sources.map((source) => warningsOf(source)));
    return [...(await this.damage()), ...diagnostics.map(({ tool, problem }) => ({ problem: `Tool ${tool}: ${problem}` })), ...features.flat()];
  }

  /** The server is up also where its home cannot be read. */
  private async damage(): Promise<HealthNotice[]> {
    try {
      const reports = await this.sessions.damageReports();
      return reports.map(({ sessionId, problem, keptAs }) => ({ sessionId, problem: `${problem} The damaged file was kept as ${keptAs}.` }));
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return [{ problem: error.message }];
    }
  }
}

/** A feature that cannot say how it is takes nothing from the others. */
async function warningsOf(source: HealthWarningSource): Promise<readonly HealthNotice[]> {
  try {
    return await source.healthWarnings();
  } catch (error) {
    return [{ problem: messageOf(error) }];
  }
}
