import { readFileSync, readdirSync } from 'node:fs';

const MIB = 1024;

function status(pid) {
  return readFileSync(`/proc/${pid}/status`, 'utf8');
}

const kibibytes = (text, field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN);
const round = (value) => Math.round(value * 10) / 10;

/** Memory of one process in MiB: now, and the most it ever had. Linux only. */
export function memoryOf(pid) {
  const text = status(pid);
  return { rssMiB: round(kibibytes(text, 'VmRSS') / MIB), peakMiB: round(kibibytes(text, 'VmHWM') / MIB), threads: kibibytes(text, 'Threads') };
}

/** Ticks a second of the kernel's CPU accounting, the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Milliseconds of CPU that a process has used: unlike the clock, they hardly depend on what else the machine does. */
export function cpuMsOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

/** Open descriptors of a process. */
export function descriptorsOf(pid) {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Processes below a process, at any depth. */
export function descendantsOf(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(Number(name), kibibytes(status(name), 'PPid'));
    } catch {
      // It ended while the list was read.
    }
  }
  const below = (ancestor) => [...parents].filter(([, parent]) => parent === ancestor).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}
