import type { ModelToolCallDelta } from '../../model/chat-model.js';
import type { AssistantMessage, ModelMessage, ModelToolCall, ToolMessage } from '../../model/model-message.js';
import type { LoggedToolCall } from '../../sessions/session.js';
import type { ToolContext, ToolInvocation, ToolOutcome } from '../../tools/tool.js';
import type { AgentEvent } from '../agent-event.js';
import { EventChannel } from './event-channel.js';

/** Runs one tool call; never rejects. */
export type CallTool = (invocation: ToolInvocation, context: Pick<ToolContext, 'signal' | 'onOutput'>) => Promise<ToolOutcome>;

/** What a tool step needs from outside. */
export interface ToolStepPorts {
  callTool: CallTool;
  append: (messages: readonly ModelMessage[]) => Promise<void>;
  signal: AbortSignal;
}

/** The result that a call gets when the run was aborted before its turn came. */
const NOT_RUN = { status: 'error', error: 'Not run: the user aborted the run.' };

/** The assistant message that is stored for a step with tool calls, as the provider sent it. */
export function toolCallMessage(text: string, calls: readonly ModelToolCallDelta[]): AssistantMessage {
  return {
    role: 'assistant',
    content: text.trim() === '' ? null : text,
    tool_calls: calls.map(
      (call): ModelToolCall => ({ id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } }),
    ),
  };
}

/**
 * Runs the calls of one step in order, one after the other (docs/agent.md, "Core Loop"). Each result is stored as it happens, and each
 * call gets exactly one, also when the run is aborted between two.
 */
export async function* toolStep(
  calls: readonly ModelToolCallDelta[],
  ports: ToolStepPorts,
): AsyncGenerator<AgentEvent, LoggedToolCall[]> {
  const logged: LoggedToolCall[] = [];
  for (const call of calls) {
    const args = argumentsOf(call);
    yield { type: 'tool-start', callId: call.id, name: call.name, args };
    const outcome = yield* runCall(call, args, ports);
    const entry: LoggedToolCall = { name: call.name, args, status: outcome.status, result: outcome.result };
    const message: ToolMessage = { role: 'tool', tool_call_id: call.id, content: outcome.result };
    await ports.append([message]);
    logged.push(entry);
    yield { type: 'tool-end', callId: call.id, ...entry };
  }
  return logged;
}

async function* runCall(
  call: ModelToolCallDelta,
  args: Record<string, unknown>,
  ports: ToolStepPorts,
): AsyncGenerator<AgentEvent, ToolOutcome> {
  if (ports.signal.aborted) return { status: 'error', result: JSON.stringify(NOT_RUN) };
  if (call.problem) return { status: 'error', result: JSON.stringify({ status: 'error', error: call.problem.detail }) };
  const output = new EventChannel<string>();
  const outcome = ports
    .callTool({ name: call.name, args }, { signal: ports.signal, onOutput: (text) => output.push(text) })
    .finally(() => output.close());
  for await (const text of output) yield { type: 'tool-output', callId: call.id, text };
  return outcome;
}

/** The arguments as an object; `{}` for a call that is not run. */
function argumentsOf(call: ModelToolCallDelta): Record<string, unknown> {
  return call.problem ? {} : (JSON.parse(call.arguments) as Record<string, unknown>);
}
