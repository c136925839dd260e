import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { GPU_TOOL_TIMEOUT_MS, MAX_GPU_TOOL_BYTES } from './limits.js';

/** How busy the graphics processor is: the busiest where there are several. Whole numbers from 0 to 100. */
export interface GpuLoad {
  readonly gpuPercent: number;
  readonly memoryPercent: number;
}

const run = promisify(execFile);

/** The load as the driver's own tool tells it, NVIDIA's or AMD's; undefined where there is none or it says nothing. Never rejects. */
export async function gpuLoad(): Promise<GpuLoad | undefined> {
  const [nvidia, amd] = await Promise.all([
    outputOf('nvidia-smi', ['--query-gpu=utilization.gpu,memory.used,memory.total', '--format=csv,noheader,nounits']),
    outputOf('rocm-smi', ['--showuse', '--showmemuse', '--json']),
  ]);
  return parseNvidia(nvidia) ?? parseAmd(amd);
}

/** Lines of `load, memory used, memory in all`. */
export function parseNvidia(text: string): GpuLoad | undefined {
  const cards = text.split('\n').flatMap((line) => {
    const [load = NaN, used = NaN, total = NaN] = line.split(',').map(Number);
    return [load, used, total].every(Number.isFinite) && total > 0 ? [{ load, memory: (used / total) * 100 }] : [];
  });
  return busiest(cards);
}

/** An object of cards; what it says of memory has had several names. */
export function parseAmd(text: string): GpuLoad | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const cards = Object.entries(value).flatMap(([name, card]: [string, Record<string, unknown> | null]) => {
    if (!/^card\d+$/.test(name) || card === null) return [];
    const load = Number(card['GPU use (%)']);
    const memory = Number(card['GPU Memory Allocated (VRAM%)'] ?? card['GPU memory use (%)'] ?? 0);
    return Number.isFinite(load) ? [{ load, memory: Number.isFinite(memory) ? memory : 0 }] : [];
  });
  return busiest(cards);
}

function busiest(cards: readonly { load: number; memory: number }[]): GpuLoad | undefined {
  if (cards.length === 0) return undefined;
  const highest = (values: readonly number[]): number => Math.min(100, Math.max(0, Math.round(Math.max(...values))));
  return { gpuPercent: highest(cards.map(({ load }) => load)), memoryPercent: highest(cards.map(({ memory }) => memory)) };
}

async function outputOf(program: string, args: readonly string[]): Promise<string> {
  try {
    return (await run(program, args, { timeout: GPU_TOOL_TIMEOUT_MS, maxBuffer: MAX_GPU_TOOL_BYTES, killSignal: 'SIGKILL' })).stdout;
  } catch {
    return '';
  }
}
