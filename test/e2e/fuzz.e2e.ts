import { runFuzz } from '../fuzz/fuzz-run.mjs';

describe('hostile requests', () => {
  test('no 5xx by input, no HTML but the pages, no stack, no secret, and the same process afterwards', async () => {
    const summary = await runFuzz({ cases: 300, seed: 20_261 });
    expect(summary.failures).toEqual([]);
    expect(summary).toMatchObject({ cases: 300, samePid: true, failureCount: 0 });
    expect(summary.routes).toBeGreaterThan(10);
  }, 120_000);
});
