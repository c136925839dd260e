/**
 * The entry of a tool child: a process of its own session that runs script code, one call at a time, by the seed's contract.
 * It talks to the server over the IPC channel only; what the code prints goes to the real stdout and stderr.
 */
import fs from 'node:fs';
import path from 'node:path';
import { messageOf } from '../common/domain-error.js';
import { packageRoot } from '../common/package-root.js';
import { createToolRequire } from './child-require.js';
import { errorText, toJsonText } from './child-value.js';
import { CALL_MARKER, endProcesses } from './process-tree.js';
import { parseRunRequest, READY, type ChildMessage, type RunRequest } from './protocol.js';

type ToolFunction = (
  args: unknown,
  fileSystem: typeof fs,
  paths: typeof path,
  host: NodeJS.Process,
  toolRequire: NodeJS.Require,
) => Promise<unknown>;

const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (...texts: string[]) => ToolFunction;

/** Taken from `process` before any code runs: tools are not meant to see that they have a parent. */
const send = process.send?.bind(process);
let current = '';

function answer(message: ChildMessage, then: () => void = () => undefined): void {
  send?.(message, undefined, undefined, then);
}

/**
 * Writes to stdout and stderr block while the pipe is full: nothing printed is lost where the process ends next, nothing piles
 * up in memory, and commands that inherit the pipe never meet EAGAIN. The method has no public name in Node.
 */
function blockOnFullPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    (stream as { _handle?: { setBlocking?(on: boolean): void } })._handle?.setBlocking?.(true);
  }
}

/** Resolves when what was printed so far is in the pipes. */
async function flush(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.writable) await new Promise<void>((resolve) => stream.write('', () => resolve()));
  }
}

/** Gives the code the working directory and the environment of its call, and nothing of the call before. */
function enter(request: RunRequest): void {
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(request.environment, name)) delete process.env[name];
  Object.assign(process.env, request.environment, { [CALL_MARKER]: request.callId });
  try {
    process.chdir(request.workingDirectory);
  } catch (error) {
    throw new Error(`The working directory ${request.workingDirectory} cannot be entered: ${messageOf(error)}`, { cause: error });
  }
}

async function execute(request: RunRequest): Promise<void> {
  const { callId } = request;
  current = callId;
  try {
    enter(request);
    const run = new AsyncFunction('args', 'fs', 'path', 'process', 'require', request.code);
    const toolRequire = createToolRequire(process.env.HOME ?? '/', packageRoot);
    const json = toJsonText(await run(JSON.parse(request.argsJson), fs, path, process, toolRequire));
    await flush();
    answer({ type: 'returned', callId, json });
  } catch (error) {
    await flush();
    answer({ type: 'threw', callId, error: errorText(error) });
  }
}

/** The kernel, short of memory, ends a tool before it ends the server. Raising the score needs no rights. */
function offerToMemoryKiller(): void {
  try {
    fs.writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // Not Linux, or not allowed here: the limits on heap and resident memory hold all the same.
  }
}

async function endWithServer(): Promise<void> {
  if (current !== '') await endProcesses({ root: process.pid, callId: current });
  process.exit(0);
}

offerToMemoryKiller();
blockOnFullPipes();
process.send = undefined;
process.on('uncaughtException', (error) => {
  answer({ type: 'uncaught', callId: current, error: errorText(error) }, () => process.exit(1));
});
process.on('disconnect', () => void endWithServer());
process.on('message', (message) => {
  const request = parseRunRequest(message);
  if (request) void execute(request);
});
send?.(READY);
