const round = (value, digits = 2) => Number(value.toFixed(digits));

/** The value below which a share of the sorted values lies (nearest rank). */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
}

/** Milliseconds as p50 and p95. */
export function latency(values) {
  return { p50Ms: round(percentile(values, 0.5)), p95Ms: round(percentile(values, 0.95)), samples: values.length };
}

/** Runs an action `count` times, one after the other, and returns the milliseconds that each took. */
export async function timeEach(count, action) {
  const taken = [];
  for (let index = 0; index < count; index += 1) {
    const started = performance.now();
    await action(index);
    taken.push(performance.now() - started);
  }
  return taken;
}

export { round };

/** Microseconds of the monotonic clock that all processes of a machine share. */
export function machineMicroseconds() {
  return Number(process.hrtime.bigint() / 1000n);
}
