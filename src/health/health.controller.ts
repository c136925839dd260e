import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { packageVersion } from '../common/package-root.js';
import { HealthDto } from './health.dto.js';

/** `GET /api/health`: up or not, for people, scripts and `jarvis start`. */
@ApiTags('health')
@Controller('health')
export class HealthController {
  @Get()
  @ApiOperation({ summary: 'Whether the server is up' })
  @ApiOkResponse({ type: HealthDto })
  health(): HealthDto {
    return { status: 'ok', version: packageVersion, uptimeSeconds: Math.floor(process.uptime()) };
  }
}
