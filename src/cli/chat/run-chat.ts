import { randomUUID } from 'node:crypto';
import { SystemClock } from '../../common/clock.js';
import { messageOf } from '../../common/domain-error.js';
import type { JarvisPaths } from '../../config/jarvis-paths.js';
import type { GatewayClient } from '../../gateway/client/index.js';
import { CliError } from '../cli-error.js';
import { ExitCode } from '../exit-code.js';
import { connectToGateway } from '../gateway/connect-to-gateway.js';
import { readStandardInput } from '../standard-input.js';
import type { Terminal } from '../terminal.js';
import { connectToServer } from './connect-to-server.js';
import { InteractiveChat } from './interactive-chat.js';
import { LiveChat } from './live-chat.js';
import { chatOnce } from './one-shot-chat.js';
import { ServerAnswerError } from './server-client.js';

/** What `jarvis chat` was given. */
export interface ChatRequest {
  /** Undefined: read it from standard input, or talk at the terminal. */
  message: string | undefined;
  sessionId: string | undefined;
  json: boolean;
}

/**
 * `jarvis chat`. Returns the exit code. With `json`, exactly one JSON object goes to stdout, also where it fails; without,
 * failures are thrown.
 */
export async function runChat(request: ChatRequest, paths: JarvisPaths, terminal: Terminal): Promise<number> {
  if (!request.json) return chat(request, paths, terminal);
  try {
    return await chat(request, paths, terminal);
  } catch (error) {
    terminal.print(JSON.stringify(error instanceof ServerAnswerError ? error.body : { error: messageOf(error) }));
    return error instanceof CliError ? error.exitCode : ExitCode.failure;
  }
}

async function chat(request: ChatRequest, paths: JarvisPaths, terminal: Terminal): Promise<number> {
  const client = await connectToServer(paths);
  const clock = new SystemClock();
  const sessionId = request.sessionId ?? randomUUID();
  const isConversation = request.message === undefined && terminal.interactive && !request.json;
  const message = isConversation ? '' : (request.message ?? (process.stdin.isTTY ? '' : await readStandardInput()));
  if (!isConversation && message.trim() === '') throw new CliError('There is no message: jarvis chat "..." or pipe one in.');
  const gateway = request.json ? undefined : await liveConnection(paths);
  const live = gateway === undefined ? undefined : new LiveChat(gateway);
  try {
    if (!isConversation) return await chatOnce(client, terminal, clock, { message, sessionId, json: request.json }, live);
    await new InteractiveChat(client, terminal, clock, sessionId, live).run();
    return ExitCode.ok;
  } finally {
    gateway?.close();
  }
}

/** The gateway, which shows turns while they happen; without it they are shown when they are over. */
async function liveConnection(paths: JarvisPaths): Promise<GatewayClient | undefined> {
  return connectToGateway(paths).catch(() => undefined);
}
