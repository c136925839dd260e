import { useEffect, useState } from 'react';
import { fetchStats, type MachineStats } from '../api/preferences.js';
import { STATS_POLL_MS } from '../limits.js';

/** How busy the machine is, in one quiet line; read while it is shown and looked at, and at no other time. */
export function MachineLine() {
  const [stats, setStats] = useState<MachineStats>();
  useEffect(() => {
    const controller = new AbortController();
    // A figure that cannot be read is not there: nothing depends on it.
    const look = () => void fetchStats(controller.signal).then(setStats, () => undefined);
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') look();
    }, STATS_POLL_MS);
    look();
    return () => {
      controller.abort();
      clearInterval(timer);
    };
  }, []);
  return stats === undefined ? null : <p className="text-code text-muted">{statsInWords(stats)}</p>;
}

function statsInWords({ cpu, memoryUsed, memoryTotal, gpu }: MachineStats): string {
  const words = [`Processor ${Math.round(cpu)} %`, `memory ${memoryUsed} of ${memoryTotal} GiB`];
  if (gpu !== undefined) words.push(`graphics ${Math.round(gpu.load)} %, its memory ${Math.round(gpu.memory)} %`);
  return words.join(' · ');
}
