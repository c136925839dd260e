import type { ServerResponse } from 'node:http';
import type { AnswerReply, RawReply, ScriptedReply } from './scripted-reply.js';

const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
/** Code points per streamed piece where the reply does not say. */
const PIECE_LENGTH = 16;

type RequestBody = Readonly<Record<string, unknown>>;

/**
 * Sends one reply to one parsed request body. Resolves when nothing more will be written.
 *
 * @param sequence number of the request, which makes the ids of its tool calls unique
 */
export async function sendReply(reply: ScriptedReply, body: RequestBody, sequence: number, response: ServerResponse): Promise<void> {
  await reply.until;
  if (reply.type === 'raw') return sendRaw(reply, response);
  if (body['stream'] !== true) return sendWhole(reply, body, sequence, response);
  await sendStream(reply, body, sequence, response);
}

async function sendRaw(reply: RawReply, response: ServerResponse): Promise<void> {
  const chunks = reply.chunks ?? [];
  if (chunks.length === 0 && reply.hang === true) return;
  response.writeHead(reply.status ?? 200, { ...reply.headers });
  response.flushHeaders();
  for (const chunk of chunks) await write(response, chunk);
  if (reply.cut === true) response.destroy();
  else if (reply.hang !== true) response.end();
}

async function sendWhole(reply: AnswerReply, body: RequestBody, sequence: number, response: ServerResponse): Promise<void> {
  if (reply.hang === true) return;
  const calls = toolCalls(reply, sequence);
  const message = {
    role: 'assistant',
    content: reply.content ?? null,
    ...(reply.reasoning === undefined ? {} : { reasoning_content: reply.reasoning }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      id: 'chatcmpl-scripted',
      object: 'chat.completion',
      created: 0,
      model: reply.model ?? body['model'],
      choices: [{ index: 0, message, finish_reason: finishReason(reply) }],
      ...(reply.usage === null ? {} : { usage: reply.usage ?? USAGE }),
    }),
  );
}

async function sendStream(reply: AnswerReply, body: RequestBody, sequence: number, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  const base = { id: 'chatcmpl-scripted', object: 'chat.completion.chunk', created: 0, model: reply.model ?? body['model'] };
  const send = (choice: Record<string, unknown>): Promise<void> =>
    write(response, event({ ...base, choices: [{ index: 0, finish_reason: null, ...choice }] }));

  await send({ delta: { role: 'assistant', content: '' } });
  if (reply.reasoning !== undefined) await send({ delta: { reasoning_content: reply.reasoning } });
  for (const [position, piece] of pieces(reply.content ?? '', reply.pieceLength ?? PIECE_LENGTH).entries()) {
    const logprob = body['logprobs'] === true ? reply.logprobs?.[position] : undefined;
    const logprobs = logprob === undefined ? {} : { logprobs: { content: [{ token: piece, logprob, top_logprobs: [] }] } };
    await send({ delta: { content: piece }, ...logprobs });
  }
  for (const [index, call] of toolCalls(reply, sequence).entries()) {
    const { name, arguments: text } = call.function;
    const half = Math.ceil(text.length / 2);
    await send({ delta: { tool_calls: [{ index, id: call.id, type: 'function', function: { name, arguments: text.slice(0, half) } }] } });
    if (half < text.length) await send({ delta: { tool_calls: [{ index, function: { arguments: text.slice(half) } }] } });
  }
  if (reply.hang === true) return;
  await send({ delta: {}, finish_reason: finishReason(reply) });
  if (reply.usage !== null && wantsUsage(body)) await write(response, event({ ...base, choices: [], usage: reply.usage ?? USAGE }));
  await write(response, 'data: [DONE]\n\n');
  response.end();
}

function wantsUsage(body: RequestBody): boolean {
  const options = body['stream_options'];
  return typeof options === 'object' && options !== null && 'include_usage' in options && options.include_usage === true;
}

function toolCalls(reply: AnswerReply, sequence: number): { id: string; type: 'function'; function: { name: string; arguments: string } }[] {
  return (reply.toolCalls ?? []).map((call, index) => ({
    id: call.id ?? `call_${sequence}_${index + 1}`,
    type: 'function',
    function: {
      name: call.name,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {}),
    },
  }));
}

function finishReason(reply: AnswerReply): string {
  return reply.finishReason ?? ((reply.toolCalls ?? []).length > 0 ? 'tool_calls' : 'stop');
}

function pieces(text: string, length: number): string[] {
  const points = Array.from(text);
  const count = Math.ceil(points.length / length);
  return Array.from({ length: count }, (_, at) => points.slice(at * length, (at + 1) * length).join(''));
}

function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** Writes one chunk and waits until it is handed to the system, so that chunks arrive apart. Never rejects: a client may be gone. */
function write(response: ServerResponse, chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed || chunk.length === 0) resolve();
    else response.write(chunk, () => resolve());
  });
}
