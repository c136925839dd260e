import type { AgentEvent, TurnAnswer } from '../agent/agent-event.js';
import type { Run } from '../agent/run.js';
import { openAiErrorBody } from '../common/openai-error-body.js';

/** The model id under which the agent itself answers. */
export const AGENT_MODEL = 'jarvis';

/** Tokens of a completion, in OpenAI's names. */
export interface CompletionUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

/** What stands in every object of one completion. */
interface CompletionIdentity {
  id: string;
  created: number;
}

/** Names a run as a completion. `createdSeconds` is Unix time. */
export function completionIdentity(run: Run, createdSeconds: number): CompletionIdentity {
  return { id: `chatcmpl-${run.runId}`, created: createdSeconds };
}

/** The whole answer as one object (OpenAI API, "The chat completion object"). */
export function chatCompletion(identity: CompletionIdentity, answer: TurnAnswer, usage: CompletionUsage): Record<string, unknown> {
  return {
    ...identity,
    object: 'chat.completion',
    model: AGENT_MODEL,
    choices: [
      { index: 0, message: { role: 'assistant', content: answer.response, refusal: null }, logprobs: null, finish_reason: 'stop' },
    ],
    usage,
  };
}

/** Adds up the usage events of a run. */
export function addUsage(usage: CompletionUsage, event: AgentEvent & { type: 'usage' }): CompletionUsage {
  const prompt = usage.prompt_tokens + event.promptTokens;
  const completion = usage.completion_tokens + event.completionTokens;
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

/** No tokens yet. */
export const NO_USAGE: CompletionUsage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/**
 * The answer as a stream (OpenAI API, "The chat completion chunk object"): the role first, then the text, then the one finish_reason, the
 * usage where it was asked for, and `[DONE]`. Text that was taken back cannot be unsaid here, so text is sent only from where the new
 * answer goes beyond what was sent.
 */
export async function* completionChunks(run: Run, identity: CompletionIdentity, includeUsage: boolean, signal: AbortSignal): AsyncGenerator<string, void> {
  const frame = (body: Record<string, unknown>): string => `data: ${JSON.stringify(body)}\n\n`;
  const chunk = (delta: Record<string, unknown>, finishReason: string | null = null): string =>
    frame({
      ...identity,
      object: 'chat.completion.chunk',
      model: AGENT_MODEL,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
      ...(includeUsage ? { usage: null } : {}),
    });
  let usage = NO_USAGE;
  let sent = '';
  let current = '';
  yield chunk({ role: 'assistant', content: '' });
  for await (const { event } of run.watch(0, signal)) {
    if (event.type === 'text-reset') current = '';
    else if (event.type === 'usage') usage = addUsage(usage, event);
    else if (event.type === 'text-delta') {
      current += event.text;
      const isBeyond = current.length > sent.length && current.startsWith(sent);
      if (!isBeyond) continue;
      yield chunk({ content: current.slice(sent.length) });
      sent = current;
    } else if (event.type === 'run-failed') {
      yield frame({ ...openAiErrorBody(500, event.message, { code: event.code }) });
      return;
    } else if (event.type === 'run-end') {
      const { status, response } = event.answer;
      if (status === 'model_error' || status === 'format_error') {
        yield frame({ ...openAiErrorBody(502, response, { code: status }) });
        return;
      }
      if (current !== sent) yield chunk({ content: `\n\n${current}` });
      yield chunk({}, 'stop');
      if (includeUsage) yield frame({ ...identity, object: 'chat.completion.chunk', model: AGENT_MODEL, choices: [], usage });
      yield 'data: [DONE]\n\n';
    }
  }
}
