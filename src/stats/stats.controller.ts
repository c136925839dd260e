import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { GuestMay } from '../security/access.decorator.js';
import { CountAs } from '../security/rate-limit/rate-class.decorator.js';
import { MachineStatsService } from './machine-stats.service.js';

const GIB = 1024 ** 3;

/** How busy the machine is. */
export class StatsDto {
  @ApiProperty({ example: 12.5 })
  cpu_percent!: number;

  @ApiProperty({ example: 43.1 })
  memory_percent!: number;

  @ApiProperty({ example: 6.9, description: 'GiB.' })
  memory_used_gb!: number;

  @ApiProperty({ example: 16, description: 'GiB.' })
  memory_total_gb!: number;

  @ApiProperty({ example: 0, description: '0 where no graphics processor can be asked.' })
  gpu_percent!: number;

  @ApiProperty({ example: 0 })
  vram_percent!: number;

  @ApiProperty({ example: false })
  gpu_available!: boolean;
}

/** How busy the machine is, for a client's quiet line. */
@ApiTags('stats')
@Controller('stats')
export class StatsController {
  constructor(private readonly machine: MachineStatsService) {}

  @Get()
  @GuestMay()
  @CountAs('stats')
  @ApiOperation({ summary: 'Read how busy processor, memory and graphics processor are' })
  @ApiOkResponse({ type: StatsDto })
  async read(): Promise<StatsDto> {
    const { cpuPercent, memoryUsed, memoryTotal, gpu } = await this.machine.sample();
    return {
      cpu_percent: toOneDecimal(cpuPercent),
      memory_percent: toOneDecimal((memoryUsed / memoryTotal) * 100),
      memory_used_gb: toOneDecimal(memoryUsed / GIB),
      memory_total_gb: toOneDecimal(memoryTotal / GIB),
      gpu_percent: gpu?.gpuPercent ?? 0,
      vram_percent: gpu?.memoryPercent ?? 0,
      gpu_available: gpu !== undefined,
    };
  }
}

function toOneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
