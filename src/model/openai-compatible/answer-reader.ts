import type { FinishReason, ModelDelta, ModelUsage } from '../chat-model.js';
import { isObject, parseJson } from '../json-value.js';
import { MAX_ANSWER_BYTES, MAX_ERROR_EXCERPT } from '../limits.js';
import { readChunk, type AnswerChunk } from './answer-chunk.js';
import { CodePointJoiner } from './code-point-joiner.js';
import { malformedAnswer, providerError, type RequestFacts } from './provider-error.js';
import { ReasoningReplay, type ReplayFields } from './reasoning-replay.js';
import { ServerSentEventReader, type ServerSentEvent } from './server-sent-events.js';
import { ThinkSplitter, type TextPiece } from './think-splitter.js';
import { ToolCallAssembler } from './tool-call-assembler.js';

/** What the reader needs to know of the request. */
export interface AnswerContext extends RequestFacts {
  httpStatus: number;
  knownToolCallIds: ReadonlySet<string>;
  offeredTools: ReadonlySet<string>;
  newToolCallId: () => string;
}

/**
 * Turns the bytes of an answer with HTTP 200, cut anywhere, into deltas: an event stream by the book or not, one JSON object
 * where the provider does not stream, an error, HTML, or nothing. Throws a ModelError where the answer is an error or where
 * nothing was said; never gives a blank answer.
 */
export class AnswerReader {
  private readonly decoder = new TextDecoder();
  private readonly events = new ServerSentEventReader();
  private readonly joiner = new CodePointJoiner();
  private readonly reasoningJoiner = new CodePointJoiner();
  private readonly splitter = new ThinkSplitter();
  private readonly toolCalls: ToolCallAssembler;
  private readonly replay = new ReasoningReplay();
  private form: 'unknown' | 'events' | 'document' = 'unknown';
  private document = '';
  private excerpt = '';
  private bytes = 0;
  private sawDone = false;
  private saidText = false;
  private saidReasoning = false;
  private finishReason: FinishReason | undefined;
  private model: string;
  private usage: ModelUsage | undefined;
  private pendingLogprobs: number[] = [];

  constructor(private readonly context: AnswerContext) {
    this.model = context.model;
    this.toolCalls = new ToolCallAssembler(context.knownToolCallIds, context.offeredTools, context.newToolCallId);
  }

  /** `[DONE]` has come: nothing that follows belongs to the answer. */
  get isDone(): boolean {
    return this.sawDone;
  }

  /** The provider has said why the model stopped: a connection that breaks now has lost nothing. */
  get isComplete(): boolean {
    return this.sawDone || this.finishReason !== undefined;
  }

  /** Reasoning that belongs to the tool calls and that the provider wants to see again with them. */
  get replayFields(): ReplayFields | undefined {
    return this.replay.fields();
  }

  push(bytes: Uint8Array): ModelDelta[] {
    this.bytes += bytes.byteLength;
    if (this.bytes > MAX_ANSWER_BYTES) throw this.unusable(`It is longer than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB, so the rest was not read.`);
    return this.pushText(this.decoder.decode(bytes, { stream: true }));
  }

  /** The deltas that the end of the body completes; the last is `finish`. */
  end(): ModelDelta[] {
    const deltas = this.pushText(this.decoder.decode());
    if (this.form === 'events') deltas.push(...this.handleEvents(this.events.end()));
    if (this.form === 'document') deltas.push(...this.handleDocument());
    deltas.push(...this.emit([...this.splitter.push(this.joiner.end()), ...this.splitter.end()]), ...this.emitReasoning(this.reasoningJoiner.end()));
    if (!this.saidText && this.toolCalls.isEmpty) throw this.unusable(this.whyBlank());
    if (this.pendingLogprobs.length > 0 && this.saidText) deltas.push({ type: 'text-delta', text: '', logprobs: this.pendingLogprobs });
    const ending = this.finishReason === 'length' ? 'output-limit' : this.isComplete || this.form === 'document' ? 'whole' : 'broken-off';
    deltas.push(...this.toolCalls.finish(ending));
    if (this.usage !== undefined) deltas.push({ type: 'usage', usage: this.usage });
    deltas.push({ type: 'finish', reason: this.finishReason ?? 'unknown', model: this.model });
    return deltas;
  }

  private pushText(text: string): ModelDelta[] {
    if (this.excerpt.length < MAX_ERROR_EXCERPT) this.excerpt += text.slice(0, MAX_ERROR_EXCERPT - this.excerpt.length);
    if (this.form === 'unknown') {
      this.document += text;
      const first = this.document.trimStart()[0];
      if (first === undefined) return [];
      this.form = '{[<'.includes(first) ? 'document' : 'events';
      if (this.form === 'document') return [];
      return this.handleEvents(this.events.push(this.document));
    }
    if (this.form === 'events') return this.handleEvents(this.events.push(text));
    this.document += text;
    return [];
  }

  private handleEvents(events: readonly ServerSentEvent[]): ModelDelta[] {
    return events.flatMap((event) => this.handleEvent(event));
  }

  private handleEvent(event: ServerSentEvent): ModelDelta[] {
    if (this.sawDone) return [];
    if (event.error !== '') throw this.failure(event.error);
    const data = event.data.trim();
    if (data.startsWith('[DONE]')) {
      this.sawDone = true;
      return [];
    }
    const value = parseJson(data);
    if (value !== undefined) return this.handleValue(value);
    // Some servers end events with one line end instead of two: then each line is a chunk of its own.
    const lines = data.split('\n');
    return lines.length > 1 ? lines.flatMap((line) => this.handleEvent({ data: line, error: '' })) : [];
  }

  private handleDocument(): ModelDelta[] {
    return this.handleValue(parseJson(this.document));
  }

  private handleValue(value: unknown): ModelDelta[] {
    if (!isObject(value)) return [];
    const chunk = readChunk(value);
    if (chunk.failure !== undefined) throw this.failure(chunk.failure);
    this.model = chunk.model ?? this.model;
    this.usage = chunk.usage ?? this.usage;
    this.finishReason = chunk.finishReason ?? this.finishReason;
    // A stream that repeats the whole message at its end says nothing new.
    if (chunk.isWhole && (this.saidText || !this.toolCalls.isEmpty)) return [];
    return this.handleChunk(chunk);
  }

  private handleChunk(chunk: AnswerChunk): ModelDelta[] {
    this.replay.add(chunk);
    this.toolCalls.push(chunk.toolCalls, chunk.isWhole);
    for (const logprob of chunk.logprobs) this.pendingLogprobs.push(logprob);
    const pieces = this.splitter.push(this.joiner.push(chunk.text));
    return [...this.emitReasoning(this.reasoningJoiner.push(chunk.reasoning)), ...this.emit(pieces)];
  }

  private emit(pieces: readonly TextPiece[]): ModelDelta[] {
    return pieces.flatMap((piece) => (piece.kind === 'reasoning' ? this.emitReasoning(piece.text) : this.emitText(piece.text)));
  }

  private emitText(text: string): ModelDelta[] {
    if (text === '') return [];
    if (text.trim() !== '') this.saidText = true;
    const logprobs = this.pendingLogprobs;
    this.pendingLogprobs = [];
    return [{ type: 'text-delta', text, ...(logprobs.length > 0 ? { logprobs } : {}) }];
  }

  private emitReasoning(text: string): ModelDelta[] {
    if (text === '') return [];
    this.saidReasoning = true;
    // Probabilities that came with reasoning are not the answer's.
    this.pendingLogprobs = [];
    return [{ type: 'reasoning-delta', text }];
  }

  private failure(text: string): Error {
    return providerError({ httpStatus: this.context.httpStatus, text }, this.context);
  }

  private unusable(why: string): Error {
    return malformedAnswer(why, this.context.httpStatus, this.excerpt, this.context);
  }

  private whyBlank(): string {
    if (this.excerpt.trim() === '') return 'The answer is empty.';
    if (/^\s*<(!doctype|html|head|body|\?xml)/i.test(this.excerpt)) {
      return 'It is a web page: check that baseUrl ends where the API begins (often in /v1).';
    }
    if (this.finishReason === 'length') return 'The model reached its output limit before it said anything.';
    if (this.finishReason === 'content_filter') return "The provider's content filter kept the answer back.";
    if (this.saidReasoning) return 'The model thought and then said nothing.';
    return this.finishReason === undefined ? 'It holds no chat completion.' : 'The model said nothing.';
  }
}
