import type { FinishReason, ModelUsage } from '../chat-model.js';
import { isObject, listOf, objectOf, textOf, type JsonObject } from '../json-value.js';
import { legacyCall } from './tool-call-assembler.js';

/** One chunk of an answer, or a whole answer, as far as it is of use. Absent is what the provider left out or got wrong. */
export interface AnswerChunk {
  /** JSON text of the failure that the chunk reports instead of an answer. */
  failure?: string;
  /** It has the answer whole (`message`), not a piece (`delta`). */
  isWhole: boolean;
  text: string;
  reasoning: string;
  /** Reasoning in the structured form that OpenRouter wants to see again. */
  reasoningDetails: readonly JsonObject[];
  /** The field `reasoning_content`, which its senders want to see again. */
  reasoningContent: string;
  toolCalls: readonly unknown[];
  logprobs: readonly number[];
  model?: string;
  usage?: ModelUsage;
  finishReason?: FinishReason;
}

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  end_turn: 'stop',
  eos: 'stop',
  length: 'length',
  max_tokens: 'length',
  tool_calls: 'tool_calls',
  tool_use: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
};

/** Reads one parsed chunk without trusting any part of it. */
export function readChunk(chunk: JsonObject): AnswerChunk {
  const choice = objectOf(listOf(chunk['choices'])[0]);
  const isWhole = !isObject(choice['delta']);
  const piece = objectOf(isWhole ? (choice['message'] ?? choice) : choice['delta']);
  const content = readContent(piece['content'] ?? (isWhole ? piece['text'] : undefined));
  const reasoningContent = typeof piece['reasoning_content'] === 'string' ? piece['reasoning_content'] : '';
  const reasoningDetails = listOf(piece['reasoning_details']).filter(isObject);
  const usage = readUsage(chunk['usage']) ?? readUsage(choice['usage']);
  const model = textOf(chunk['model']);
  const finishReason = readFinishReason(choice['finish_reason']);
  const failure = readFailure(chunk, choice);
  return {
    isWhole,
    text: content.text + readContent(piece['refusal']).text,
    reasoning: content.reasoning + readReasoning(piece, reasoningContent, reasoningDetails),
    reasoningDetails,
    reasoningContent,
    toolCalls: readToolCalls(piece),
    logprobs: readLogprobs(choice['logprobs']),
    ...(model === undefined ? {} : { model }),
    ...(usage === undefined ? {} : { usage }),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** OpenRouter reports a failure in the midst of an answer on the choice, by its finish reason, or both. */
function readFailure(chunk: JsonObject, choice: JsonObject): string | undefined {
  if (isFailure(chunk)) return JSON.stringify(chunk);
  if (isFailure(choice)) return JSON.stringify({ error: choice['error'] });
  return choice['finish_reason'] === 'error' ? JSON.stringify({ error: { message: 'The model failed while it answered' } }) : undefined;
}

/** `{error: ...}` in every form, and vLLM's `{object: "error"}`; `{detail: ...}` alone is FastAPI's. */
function isFailure(value: JsonObject): boolean {
  const error = value['error'];
  if (typeof error === 'object' && error !== null && Object.keys(error).length > 0) return true;
  if (error === true || textOf(error) !== undefined) return true;
  return value['object'] === 'error' || (value['detail'] !== undefined && value['choices'] === undefined);
}

/** Content is a text, null, or a list of parts; a part may hold reasoning (Mistral). */
function readContent(content: unknown): { text: string; reasoning: string } {
  if (typeof content === 'string') return { text: content, reasoning: '' };
  let text = '';
  let reasoning = '';
  for (const part of listOf(isObject(content) ? [content] : content)) {
    if (typeof part === 'string') text += part;
    if (!isObject(part)) continue;
    const own = part['text'] ?? part['content'] ?? part['refusal'];
    if (typeof own === 'string') text += own;
    const thought = part['thinking'];
    if (typeof thought === 'string') reasoning += thought;
    else reasoning += readContent(thought).text;
  }
  return { text, reasoning };
}

/** The same reasoning may come in several fields: the first that has some counts. */
function readReasoning(piece: JsonObject, reasoningContent: string, details: readonly JsonObject[]): string {
  const fields = [reasoningContent, piece['reasoning'], piece['reasoning_text'], piece['thinking']];
  const plain = fields.find((field): field is string => typeof field === 'string' && field !== '');
  if (plain !== undefined) return plain;
  return details.map((detail) => [detail['text'], detail['summary']].find((text) => typeof text === 'string') ?? '').join('');
}

function readToolCalls(piece: JsonObject): readonly unknown[] {
  const calls = piece['tool_calls'];
  if (isObject(calls)) return [calls];
  if (Array.isArray(calls) && calls.length > 0) return calls as unknown[];
  const legacy = legacyCall(piece);
  return legacy === undefined ? [] : [legacy];
}

/** Chat form (`content[].logprob`), or the older completions form (`token_logprobs`). */
function readLogprobs(logprobs: unknown): number[] {
  const { content, token_logprobs: older } = objectOf(logprobs);
  const values = Array.isArray(content) ? listOf(content).map((token) => objectOf(token)['logprob']) : listOf(older);
  return values.filter((value): value is number => typeof value === 'number' && Number.isFinite(value));
}

function readUsage(value: unknown): ModelUsage | undefined {
  if (!isObject(value)) return undefined;
  const count = (number: unknown): number => (typeof number === 'number' && number > 0 && Number.isFinite(number) ? Math.round(number) : 0);
  const promptTokens = count(value['prompt_tokens']);
  const completionTokens = count(value['completion_tokens']);
  if (promptTokens === 0 && completionTokens === 0) return undefined;
  const cached = objectOf(value['prompt_tokens_details'])['cached_tokens'] ?? value['prompt_cache_hit_tokens'];
  return { promptTokens, completionTokens, cachedTokens: Math.min(count(cached), promptTokens) };
}

function readFinishReason(reason: unknown): FinishReason | undefined {
  if (typeof reason !== 'string' || reason === '') return undefined;
  return Object.hasOwn(FINISH_REASONS, reason) ? FINISH_REASONS[reason] : 'unknown';
}
