import { runCrashes } from '../crash/crash-run.mjs';

describe('kill -9 under load', () => {
  test('loses no acknowledged message, doubles none, and the next message works', async () => {
    const summary = await runCrashes({ kills: 6, seed: 20_260 });
    expect(summary.problems).toEqual([]);
    expect(summary.kills).toBe(6);
    expect(summary.acknowledged).toBeGreaterThan(0);
  }, 180_000);
});
