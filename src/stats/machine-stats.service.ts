import { cpus, freemem, totalmem } from 'node:os';
import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { gpuLoad, type GpuLoad } from './gpu-load.js';
import { CPU_SAMPLE_MS } from './limits.js';

/** How busy the machine is. Memory in bytes. */
export interface MachineStats {
  readonly cpuPercent: number;
  readonly memoryUsed: number;
  readonly memoryTotal: number;
  readonly gpu: GpuLoad | undefined;
}

/**
 * Looks at the machine with Node's own `os`: processors and memory are all that is needed, and a library for the rest of the hardware would
 * be larger than this server. `freemem` is what programs could still get (MemAvailable on Linux).
 */
@Injectable()
export class MachineStatsService {
  private sampling: Promise<MachineStats> | undefined;

  constructor(private readonly clock: Clock) {}

  /** The figures of the next tenth of a second; callers that come meanwhile share them. */
  sample(): Promise<MachineStats> {
    this.sampling ??= this.look().finally(() => (this.sampling = undefined));
    return this.sampling;
  }

  private async look(): Promise<MachineStats> {
    const before = processorTimes();
    const [gpu] = await Promise.all([gpuLoad(), this.clock.sleep(CPU_SAMPLE_MS)]);
    const after = processorTimes();
    const total = after.total - before.total;
    const memoryTotal = totalmem();
    return {
      cpuPercent: total <= 0 ? 0 : Math.min(100, Math.max(0, (1 - (after.idle - before.idle) / total) * 100)),
      memoryUsed: memoryTotal - freemem(),
      memoryTotal,
      gpu,
    };
  }
}

function processorTimes(): { idle: number; total: number } {
  const times = cpus().map((processor) => processor.times);
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  return { idle: sum(times.map(({ idle }) => idle)), total: sum(times.flatMap((time) => Object.values(time))) };
}
