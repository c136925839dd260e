import { SystemClock } from '../../common/clock.js';
import type { JarvisPaths } from '../../config/jarvis-paths.js';
import type { Terminal } from '../terminal.js';
import { Pm2ProcessManager } from './pm2-process-manager.js';
import { ServerLifecycle } from './server-lifecycle.js';

/** The process manager that the commands use. */
export const processManager = (paths: JarvisPaths): Pm2ProcessManager => new Pm2ProcessManager(paths);

/** The lifecycle over it, with the host's clock. */
export const serverLifecycle = (paths: JarvisPaths, terminal: Terminal): ServerLifecycle =>
  new ServerLifecycle(paths, processManager(paths), terminal, new SystemClock());
