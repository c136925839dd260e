import { OpenAiRequestError } from './openai.errors.js';

/** A message of the caller, as far as the agent reads it. */
export interface CallerMessage {
  role: string;
  text: string;
}

/** What the agent takes from a chat completion request; the rest of the body is the provider's matter. */
export interface ChatCompletionRequest {
  model: string;
  messages: readonly CallerMessage[];
  stream: boolean;
  /** A chunk with the usage was asked for (`stream_options.include_usage`). */
  includeUsage: boolean;
}

/** Reads a request body. Throws OpenAiRequestError naming the field. */
export function readChatCompletionRequest(body: Readonly<Record<string, unknown>>): ChatCompletionRequest {
  const { model, messages, stream, stream_options: streamOptions } = body;
  if (typeof model !== 'string' || model === '') throw invalid('model', 'model must name a model; GET /v1/models lists them.');
  if (!Array.isArray(messages) || messages.length === 0) throw invalid('messages', 'messages must be an array with at least one message.');
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean') throw invalid('stream', 'stream must be true or false.');
  const includeUsage = isRecord(streamOptions) && streamOptions.include_usage === true;
  return { model, messages: messages.map(readMessage), stream: stream === true, includeUsage };
}

function readMessage(message: unknown, index: number): CallerMessage {
  const field = `messages[${index}]`;
  if (!isRecord(message) || typeof message.role !== 'string') throw invalid(field, `${field} must be an object with a role.`);
  return { role: message.role, text: textOf(message.content, `${field}.content`) };
}

function textOf(content: unknown, field: string): string {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) throw invalid(field, `${field} must be a string or an array of parts.`);
  return content
    .map((part: unknown) => {
      if (isRecord(part) && (part.type === 'text' || part.type === 'input_text') && typeof part.text === 'string') return part.text;
      throw invalid(field, `${field} holds a part that is not text; the model jarvis reads text alone.`);
    })
    .join('');
}

function invalid(param: string, message: string): OpenAiRequestError {
  return new OpenAiRequestError(400, message, { param });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
