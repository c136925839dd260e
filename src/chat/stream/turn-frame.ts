import type { AgentEvent, TurnAnswer } from '../../agent/agent-event.js';

/** One SSE frame's JSON. */
export type TurnFrame = Readonly<Record<string, unknown>>;

/** What stands in every frame of a run, beside `conversation_id`, the name that JarvisChat's clients know the session by. */
export interface FrameIdentity {
  runId: string;
  sessionId: string;
}

/**
 * The frame of an event (docs/streaming.md): the shapes of the SSE protocol that JarvisChat's clients know (`token`, `done`, `error` with
 * `conversation_id`), and ours beside them (`tool`, `reasoning`, `status` ...). Every event has one frame, so that frame ids are event ids.
 */
export function turnFrame(event: AgentEvent, identity: FrameIdentity): TurnFrame {
  // The answer to `/new` names the session that the chat goes on with.
  const sessionId = event.type === 'run-end' ? event.answer.sessionId : identity.sessionId;
  return { ...contentOf(event), conversation_id: sessionId, ...identity, sessionId };
}

function contentOf(event: AgentEvent): TurnFrame {
  switch (event.type) {
    case 'run-start':
      return { status: 'running' };
    case 'text-delta':
      return { token: event.text, ...(event.augmented === true ? { augmented: true } : {}) };
    case 'text-reset':
      return { reset: true };
    case 'reasoning-delta':
      return { reasoning: event.text };
    case 'tool-start':
      return { tool: { callId: event.callId, name: event.name, args: event.args } };
    case 'tool-output':
      return { tool: { callId: event.callId, output: event.text } };
    case 'tool-end': {
      const { callId, name, args, status, result } = event;
      return { tool: { callId, name, args, status, result } };
    }
    case 'usage': {
      const { promptTokens, completionTokens, cachedTokens, model } = event;
      return { usage: { promptTokens, completionTokens, cachedTokens, model } };
    }
    case 'notice':
      return { notice: event.text };
    case 'checkpoint':
      return { checkpoint: { progress: event.progress, remaining: event.remaining } };
    case 'search-start':
      return { searching: true };
    case 'search-results':
      return { search_results: event.count };
    case 'run-end':
      return endOf(event.answer);
    case 'run-failed':
      return { error: event.message, error_key: event.code };
  }
}

function endOf(answer: TurnAnswer): TurnFrame {
  const { status, response, perplexity, tokensPerSecond, sources, citations } = answer;
  if (status === 'model_error' || status === 'format_error') return { error: response, error_key: status, status };
  return {
    done: true,
    status,
    perplexity: Math.round(perplexity * 100) / 100,
    tokens_per_sec: Math.round(tokensPerSecond * 10) / 10,
    ...(sources === undefined ? {} : { searched: true }),
    ...(citations === undefined ? {} : { citations }),
  };
}
