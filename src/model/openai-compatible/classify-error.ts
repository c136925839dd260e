import type { ModelErrorKind } from '../model-error.js';
import type { ErrorFacts } from './error-facts.js';

/** Codes that providers give to a request which is longer than the model's context. */
const OVERFLOW_CODES = new Set([
  'context_length_exceeded', // OpenAI, and most that follow it
  'exceed_context_size_error', // llama.cpp
  'context_window_exceeded',
  'model_context_window_exceeded', // Anthropic
  'request_too_large', // Anthropic, 413
  'string_above_max_length', // OpenAI, one message alone
]);

/** The same said in words. They are looked for in the provider's own sentences alone, without what those quote. */
const OVERFLOW_WORDINGS: readonly RegExp[] = [
  /\bmaximum (context|prompt) length\b/i, // OpenAI, vLLM, OpenRouter, Mistral, xAI
  /\bexceeds?\b.{0,40}\bcontext (size|length|window)\b/i, // llama.cpp, Ollama
  /\bcontext (size|length|window)\b.{0,40}\b(exceeded|overflow)/i,
  /\b(greater|larger|longer) than the (model's )?context (size|length|window)\b/i, // LM Studio
  /\b(prompt|input|request) is too (long|large)\b/i, // Anthropic, Bedrock
  /\binput token count\b.{0,60}\bexceeds\b/i, // Gemini
  /\breduce the length of (the messages|the prompt|your prompt|either one)\b/i, // OpenAI, Groq, OpenRouter
];

/** Statuses with which an overflow arrives; proxies turn a provider's 400 into a 5xx. */
const OVERFLOW_STATUSES = new Set([400, 413, 422, 500, 502]);

/** Parameters that may be left out, and the words by which a refusal names them. */
const OPTIONAL_PARAMETERS: readonly [parameter: string, names: RegExp][] = [
  ['logprobs', /\b(top_)?logprobs\b/i],
  ['stream_options', /\b(stream_options|include_usage)\b/i],
  ['reasoning_content', /\breasoning_(content|details)\b/i],
];

const OUT_OF_CREDIT = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'insufficient_credits']);
const OVERLOADED = new Set(['overloaded_error', 'server_error', 'api_error', 'internal_server_error', 'unavailable_error', 'unavailable', 'timeout']);

/** What kind of failure an error answer is, and the parameter that was refused. */
export interface Classification {
  kind: ModelErrorKind;
  parameter?: string;
}

/**
 * Decides by status and body. A 200 that carries an error is judged by the status that its body names, else by its
 * codes; without either it counts as a passing fault.
 *
 * @param sent optional parameters that the request had; another one cannot be to blame
 */
export function classifyError(httpStatus: number, facts: ErrorFacts, sent: ReadonlySet<string>): Classification {
  const status = httpStatus >= 400 ? httpStatus : (facts.status ?? httpStatus);
  if (isOverflow(status, facts)) return { kind: 'overflow' };
  if (status === 400 || status === 422) {
    const parameter = refusedParameter(facts, sent);
    if (parameter !== undefined) return { kind: 'unsupported_parameter', parameter };
  }
  return { kind: kindOfStatus(status, facts) };
}

function kindOfStatus(status: number, { codes }: ErrorFacts): ModelErrorKind {
  const has = (set: ReadonlySet<string>): boolean => codes.some((code) => set.has(code));
  if (has(OUT_OF_CREDIT)) return 'rejected';
  if (status === 401 || status === 403) return 'authentication';
  if (status === 429) return 'rate_limit';
  if (status === 408 || status === 409 || status === 425 || status >= 500) return 'unavailable';
  if (status >= 300) return 'rejected';
  if (codes.some((code) => code.includes('rate_limit'))) return 'rate_limit';
  if (codes.some((code) => code.includes('authentication') || code === 'invalid_api_key')) return 'authentication';
  if (has(OVERLOADED)) return 'unavailable';
  return codes.some((code) => code.includes('invalid') || code.includes('not_found')) ? 'rejected' : 'unavailable';
}

function isOverflow(status: number, { codes, messages }: ErrorFacts): boolean {
  if (codes.some((code) => OVERFLOW_CODES.has(code))) return true;
  if (status === 413) return true;
  if (!OVERFLOW_STATUSES.has(status) && status >= 300) return false;
  return messages.map(withoutQuotes).some((message) => OVERFLOW_WORDINGS.some((wording) => wording.test(message)));
}

function refusedParameter({ messages, parameter }: ErrorFacts, sent: ReadonlySet<string>): string | undefined {
  const words = [parameter ?? '', ...messages].join('\n');
  return OPTIONAL_PARAMETERS.find(([name, names]) => sent.has(name) && names.test(words))?.[0];
}

/** A provider that complains about a message may quote it, and that is chat text: it proves nothing. */
function withoutQuotes(message: string): string {
  return message.replace(/"[^"]*"|`[^`]*`|“[^”]*”|(?<![A-Za-z])'[^']*'(?![A-Za-z])/g, '""');
}
