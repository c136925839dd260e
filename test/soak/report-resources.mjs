/**
 * Loaded into the server with `--import`: writes once a second what keeps its event loop busy and how large its heap is
 * after a collection, as one JSON file. Needs `--expose-gc`.
 */
import { renameSync, writeFileSync } from 'node:fs';

const file = process.env.SOAK_RESOURCES_FILE;
setInterval(() => {
  globalThis.gc();
  const resources = process.getActiveResourcesInfo();
  const timers = resources.filter((name) => name === 'Timeout' || name === 'Immediate').length;
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(`${file}.new`, JSON.stringify({ timers, handles: resources.length - timers, heapBytes: heapUsed + external }));
  renameSync(`${file}.new`, file);
}, 1000).unref();
