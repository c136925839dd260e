/** A tool call that the scripted model makes. `arguments` goes out as it is where it is a string, else as JSON. */
export interface ScriptedToolCall {
  name: string;
  arguments?: unknown;
  id?: string;
}

/** A well-formed answer of a model. It is sent as SSE or as one JSON object, as the request asks. */
export interface AnswerReply {
  type: 'answer';
  content?: string | null;
  reasoning?: string;
  toolCalls?: readonly ScriptedToolCall[];
  /** `tool_calls` where there are calls, else `stop`, unless given. */
  finishReason?: string;
  /** Left out of the answer where null. */
  usage?: Record<string, unknown> | null;
  /** The model that says it answered; the requested one unless given. */
  model?: string;
  /** One natural-log probability per streamed piece, sent in OpenAI's shape where the request asks for logprobs. */
  logprobs?: readonly number[];
  /** Code points per streamed piece of `content`. */
  pieceLength?: number;
  /** The answer starts when this resolves. */
  until?: Promise<unknown>;
  /** Send everything but the end, then keep the connection open. */
  hang?: boolean;
}

/** Bytes as they are. Chunks are written one by one, each flushed before the next. */
export interface RawReply {
  type: 'raw';
  status?: number;
  headers?: Readonly<Record<string, string>>;
  chunks?: readonly (string | Uint8Array)[];
  until?: Promise<unknown>;
  /** Keep the connection open after the last chunk; with no chunks not even the head is sent. */
  hang?: boolean;
  /** Cut the connection after the last chunk, in the middle of the body. */
  cut?: boolean;
}

export type ScriptedReply = AnswerReply | RawReply;

/** What an answer may be given beside its kind. */
export type AnswerOptions = Omit<AnswerReply, 'type'>;
export type RawOptions = Omit<RawReply, 'type'>;

/** A text answer, tool calls, or both. */
export function answer(options: AnswerOptions): AnswerReply {
  return { type: 'answer', ...options };
}

/** A final answer in Jarvis's JSON contract. */
export function finalAnswer(response: string, logSummary = 'Answered.', options: AnswerOptions = {}): AnswerReply {
  return answer({ ...options, content: JSON.stringify({ response, logSummary }) });
}

/** Bytes as they are, for everything that is not well formed. */
export function raw(options: RawOptions): RawReply {
  return { type: 'raw', ...options };
}

/** An HTTP error; an object goes out as JSON, a string as it is. */
export function failure(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): RawReply {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const contentType = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
  return raw({ status, headers: { 'content-type': contentType, ...headers }, chunks: [text] });
}

/** SSE bytes of these chunk objects (strings stand as they are) and `[DONE]`. */
export function eventStream(chunks: readonly unknown[], options: RawOptions = {}): RawReply {
  const lines = [...chunks, '[DONE]'].map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`);
  return raw({ headers: { 'content-type': 'text/event-stream' }, chunks: lines, ...options });
}
