import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ModelRequest } from '../chat-model.js';
import type { ModelMessage } from '../model-message.js';
import type { ReplayFields } from './reasoning-replay.js';

/** Parameters that a request may do without. */
export type OptionalParameter = 'stream_options' | 'logprobs' | 'reasoning_content';

/** A request in the form of OpenAI's chat completions, and the optional parameters that it has. */
export interface RequestBody {
  body: ChatCompletionCreateParamsStreaming;
  sent: Set<OptionalParameter>;
}

/**
 * Builds the body of one request.
 *
 * @param wireModel the model id as the provider knows it
 * @param omitted parameters that the provider refuses
 * @param replayOf reasoning that belongs to the tool calls with this id
 */
export function requestBody(
  request: ModelRequest,
  wireModel: string,
  omitted: ReadonlySet<string>,
  replayOf: (toolCallId: string) => ReplayFields | undefined,
): RequestBody {
  const sent = new Set<OptionalParameter>();
  const takes = (parameter: OptionalParameter): boolean => {
    if (omitted.has(parameter)) return false;
    sent.add(parameter);
    return true;
  };
  const withReasoning = (message: ModelMessage): ModelMessage & ReplayFields => {
    const firstCall = message.role === 'assistant' ? message.tool_calls?.[0] : undefined;
    const fields = firstCall === undefined ? undefined : replayOf(firstCall.id);
    return fields !== undefined && takes('reasoning_content') ? { ...message, ...fields } : message;
  };
  const body: ChatCompletionCreateParamsStreaming = {
    model: wireModel,
    messages: request.messages.map(withReasoning),
    ...(request.tools.length > 0 ? { tools: request.tools.map(toTool) } : {}),
    stream: true,
    ...(takes('stream_options') ? { stream_options: { include_usage: true } } : {}),
    ...(request.logprobs === true && takes('logprobs') ? { logprobs: true } : {}),
  };
  return { body, sent };
}

function toTool(tool: ModelRequest['tools'][number]): NonNullable<ChatCompletionCreateParamsStreaming['tools']>[number] {
  const { name, description, parameters } = tool.function;
  return { type: 'function', function: { name, description, parameters: { ...parameters } } };
}
