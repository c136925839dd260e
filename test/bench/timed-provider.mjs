/**
 * A model provider that streams at a set pace and says in its text when each part was written, in a process of its own.
 *
 * - `[[stream COUNT EVERY_MS]]` in the last user message: so many parts of an answer, so many milliseconds apart
 * - `[[hang]]`: one part, then nothing until the socket is closed
 *
 * A part of the text is `<microseconds>;`, of the clock that all processes of this machine share. Prints one line
 * `{"port": N}`. `GET /last` gives the body of the last chat request, `GET /closed` when the last hanging one was closed.
 */
import { createServer } from 'node:http';
import { machineMicroseconds } from './statistics.mjs';

const HEAD = '{"response":"';
const TAIL = '","logSummary":"The benchmark watched an answer come."}';

const chunk = (delta, finishReason = null) =>
  `data: ${JSON.stringify({ id: 'bench', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`;
const END = `${chunk({ content: TAIL })}${chunk({}, 'stop')}data: [DONE]\n\n`;

let last = Buffer.alloc(0);
let closedAt = null;

function stream(response, count, everyMs) {
  response.write(chunk({ role: 'assistant', content: HEAD }));
  let sent = 0;
  const timer = setInterval(() => {
    response.write(chunk({ content: `${machineMicroseconds()};` }));
    sent += 1;
    if (sent < count) return;
    clearInterval(timer);
    response.end(END);
  }, everyMs);
  response.on('close', () => clearInterval(timer));
}

function hang(response) {
  response.on('close', () => (closedAt = machineMicroseconds()));
  response.write(chunk({ role: 'assistant', content: `${HEAD}${machineMicroseconds()};` }));
}

/** The marker that stands last in the body, so that earlier turns of a session do not count. */
function answer(response, body) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const markers = [...body.matchAll(/\[\[(?:stream (\d+) (\d+)|hang)\]\]/g)];
  const [, count, everyMs] = markers.at(-1) ?? [];
  if (markers.length > 0 && count === undefined) hang(response);
  else stream(response, Number(count ?? 1), Number(everyMs ?? 1));
}

const server = createServer({ noDelay: true }, (request, response) => {
  if (request.method === 'GET') {
    const answers = { '/last': last, '/closed': JSON.stringify({ closedAt }) };
    response.writeHead(200, { 'content-type': 'application/json' }).end(answers[request.url] ?? '{"object":"list","data":[{"id":"bench","object":"model"}]}');
    return;
  }
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    last = Buffer.concat(parts);
    closedAt = null;
    answer(response, last.toString());
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));
