/**
 * A model provider that answers at once, in a process of its own, so that what a benchmark measures is the server. It
 * reads no more of a request than it must: a marker in the last user message says what to answer.
 *
 * - `[[five at once]]`: five list_dir calls in one answer, then the final answer
 * - `[[five in turn]]`: one list_dir call in each of five answers, then the final answer
 * - anything else: the final answer
 *
 * Prints one line `{"port": N}`. `GET /last` gives the body of the last chat request, `GET /stats` the number of requests and bytes.
 */
import { createServer } from 'node:http';

const FINAL = JSON.stringify({ response: 'Done.', logSummary: 'The benchmark asked and got an answer at once.' });
const PATHS = ['.', 'docs', 'src', 'test', 'src/common'];

const chunk = (delta, finishReason = null) =>
  `data: ${JSON.stringify({ id: 'bench', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`;
const usage = `data: ${JSON.stringify({ id: 'bench', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } })}\n\n`;
const end = `${usage}data: [DONE]\n\n`;
const listDir = (number) => ({
  id: `call_${number}`,
  type: 'function',
  function: { name: 'list_dir', arguments: JSON.stringify({ path: PATHS[number] }) },
});
const callChunks = (numbers) =>
  numbers.map((number, index) => chunk({ tool_calls: [{ index, ...listDir(number) }] })).join('') + chunk({}, 'tool_calls') + end;

const streams = {
  final: Buffer.from(chunk({ role: 'assistant', content: FINAL }) + chunk({}, 'stop') + end),
  fiveAtOnce: Buffer.from(chunk({ role: 'assistant' }) + callChunks(PATHS.map((_path, number) => number))),
  inTurn: PATHS.map((_path, number) => Buffer.from(chunk({ role: 'assistant' }) + callChunks([number]))),
};
const whole = Buffer.from(
  JSON.stringify({
    id: 'bench',
    object: 'chat.completion',
    created: 1,
    model: 'bench',
    choices: [{ index: 0, message: { role: 'assistant', content: FINAL }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
);

/** Tool results that stand after a place in the body. */
function toolResultsAfter(body, from) {
  let count = 0;
  for (let at = body.indexOf('"role":"tool"', from); at !== -1; at = body.indexOf('"role":"tool"', at + 1)) count += 1;
  return count;
}

function streamFor(body) {
  const atOnce = body.lastIndexOf('[[five at once]]');
  const inTurn = body.lastIndexOf('[[five in turn]]');
  if (atOnce > inTurn && toolResultsAfter(body, atOnce) === 0) return streams.fiveAtOnce;
  if (inTurn > atOnce) return streams.inTurn[toolResultsAfter(body, inTurn)] ?? streams.final;
  return streams.final;
}

let last = Buffer.alloc(0);
const stats = { requests: 0, bytes: 0 };

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    const answers = { '/last': last, '/stats': JSON.stringify(stats) };
    response.writeHead(200, { 'content-type': 'application/json' }).end(answers[request.url] ?? '{"object":"list","data":[{"id":"bench","object":"model"}]}');
    return;
  }
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    last = Buffer.concat(parts);
    stats.requests += 1;
    stats.bytes += last.length;
    if (last.includes('"stream":true')) response.writeHead(200, { 'content-type': 'text/event-stream' }).end(streamFor(last));
    else response.writeHead(200, { 'content-type': 'application/json' }).end(whole);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));
