import { eventStream, raw, type RawReply } from './scripted-reply.js';

/** The forms of providers' answers, by the book and not, as short as tables of tests need them. */
export const STREAM = { 'content-type': 'text/event-stream' };
export const JSON_TYPE = { 'content-type': 'application/json' };

/** A streamed chunk with one piece of the answer. */
export function delta(piece: unknown, finishReason: string | null = null): object {
  return { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: piece, finish_reason: finishReason }] };
}

export function text(content: unknown): object {
  return delta({ content });
}

/** A streamed chunk with one fragment of a tool call. */
export function call(fragment: unknown): object {
  return delta({ tool_calls: [fragment] });
}

/** A fragment of a call of `exec` by the book. */
export function exec(args: unknown, id = 'call_a', index = 0): object {
  return call({ index, id, type: 'function', function: { name: 'exec', arguments: args } });
}

export const stop = delta({}, 'stop');
export const callsDone = delta({}, 'tool_calls');

/** Chunks and `[DONE]`. */
export function stream(...chunks: readonly unknown[]): RawReply {
  return eventStream(chunks);
}

/** Chunks, and then nothing: no `[DONE]`. */
export function open(...chunks: readonly unknown[]): RawReply {
  return raw({ headers: STREAM, chunks: chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`) });
}

/** An event stream as raw bytes. */
export function bytes(...chunks: readonly (string | Uint8Array)[]): RawReply {
  return raw({ headers: STREAM, chunks });
}

/** One JSON object in place of a stream. */
export function message(body: unknown): RawReply {
  const choices = [{ index: 0, message: body, finish_reason: 'stop' }];
  return raw({ headers: JSON_TYPE, chunks: [JSON.stringify({ object: 'chat.completion', model: 'm', choices })] });
}
