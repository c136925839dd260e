/**
 * `npm run demo`: a real conversation with the built server, in a throw-away home, with the offline model. Then it keeps
 * serving the page until Ctrl-C; `npm run demo -- --once` ends by itself. Exit code 0 if all went well, else 1 and the reason.
 */
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import chalk from 'chalk';
import { makeHome, root, startBuiltServer } from './built-server.mjs';

/** What is said, the tool that has to be called for it, and what the answer has to show. */
const CONVERSATION = [
  { message: 'list this directory', tool: 'list_dir', shows: /package\.json/ },
  { message: 'run `node --version`', tool: 'exec', shows: new RegExp(process.version.replaceAll('.', '\\.')) },
  { message: 'remember that my timezone is Europe/Berlin', tool: 'save_user_info', shows: /timezone/i },
  { message: 'what do you know about me', tool: 'read_user_info', shows: /Europe\/Berlin/ },
];

/** Milliseconds that the server has for its own ending (it lets a turn end for 10 s) before it is killed. */
const STOP_TIMEOUT_MS = 15_000;

/** Lines of one tool result that are printed, and characters of one line. */
const SHOWN_LINES = 12;
const SHOWN_WIDTH = 160;

/** Columns of the labels, so that the conversation reads like a table. */
const LABEL_WIDTH = 8;

const once = process.argv.slice(2).includes('--once');
let home;
let server;
let starting;
let ending;
let conversationIsOver = false;

const print = (line = '') => process.stdout.write(`${line}\n`);
const indented = (text) => text.replaceAll('\n', `\n${' '.repeat(LABEL_WIDTH)}`);
const say = (label, text, paint = (line) => line) => print(`${label.padEnd(LABEL_WIDTH)}${paint(indented(text))}`);

/** Ends the server, removes the home, exits. The first reason counts. */
function end(exitCode, reason) {
  ending ??= (async () => {
    if (reason) process.stderr.write(`\n${chalk.red('The demo failed:')} ${reason}\n`);
    server ??= await starting?.catch(() => undefined);
    if (server) {
      const kill = setTimeout(() => void server.stop('SIGKILL'), STOP_TIMEOUT_MS);
      await server.stop('SIGTERM');
      clearTimeout(kill);
    }
    if (home) {
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      print(`\nStopped. Removed ${home}`);
    }
    process.exit(exitCode);
  })();
  return ending;
}

/** What the server says while it works on a message, one object for each frame (docs/streaming.md). */
async function* send(sessionId, message) {
  const response = await fetch(`${server.url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ sessionId, message }),
  });
  if (!response.ok) throw new Error(`"${message}" was answered with HTTP ${response.status}: ${await response.text()}`);
  let text = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const frames = (text + piece).split('\n\n');
    text = frames.pop();
    for (const frame of frames) {
      const data = frame.split('\n').find((line) => line.startsWith('data: '));
      if (data) yield JSON.parse(data.slice('data: '.length));
    }
  }
}

/** A tool's result for people: exec's output as lines, other JSON on one line, both cut. */
function readable(result) {
  let text = result;
  try {
    const { stdout, stderr } = JSON.parse(result);
    if (typeof stdout === 'string') text = `${stdout}${stderr}`;
  } catch {
    // Not JSON: shown as it is.
  }
  const lines = text.trimEnd().split('\n');
  const shown = lines.slice(0, SHOWN_LINES).map((line) => (line.length > SHOWN_WIDTH ? `${line.slice(0, SHOWN_WIDTH)}...` : line));
  return [...shown, ...(lines.length > SHOWN_LINES ? [`... ${lines.length - SHOWN_LINES} more lines`] : [])].join('\n');
}

/** Sends one message and prints what happens as it happens. Resolves with the tool calls that ended and the answer. */
async function turn(sessionId, message) {
  const seen = { sessionId, calls: [], answer: '' };
  // Text that came before a tool call (what the server did itself) ends its line, and the text after it begins with the label again.
  let inText = false;
  // Space at the end of a piece is printed with the next one, if there is one: a tool call needs no empty lines before it.
  let space = '';
  for await (const frame of send(sessionId, message)) {
    seen.sessionId = frame.sessionId;
    if (frame.error) throw new Error(`"${message}" failed: ${frame.error}`);
    if (frame.token) {
      seen.answer += frame.token;
      const text = inText ? space + frame.token : frame.token.trimStart();
      space = /\s*$/.exec(text)[0];
      process.stdout.write(`${inText ? '' : 'Jarvis'.padEnd(LABEL_WIDTH)}${indented(text.slice(0, text.length - space.length))}`);
      inText = true;
    } else if (frame.tool?.status) {
      say('', readable(frame.tool.result), chalk.dim);
      say('', frame.tool.status, chalk.cyan);
      seen.calls.push(frame.tool);
    } else if (frame.tool?.args) {
      if (inText) print();
      inText = false;
      say('Tool', `${frame.tool.name} ${JSON.stringify(frame.tool.args)}`, chalk.cyan);
    }
  }
  print();
  return seen;
}

async function converse() {
  let sessionId = null;
  for (const { message, tool, shows } of CONVERSATION) {
    print();
    say('You', message, chalk.bold);
    const seen = await turn(sessionId, message);
    sessionId = seen.sessionId;
    const called = seen.calls.find((call) => call.name === tool);
    if (called?.status !== 'ok') throw new Error(`"${message}" should have called ${tool} successfully and did not.`);
    if (!shows.test(`${called.result}\n${seen.answer}`)) throw new Error(`"${message}" did not show what it should (${shows}).`);
  }
}

async function run() {
  const built = spawnSync(process.execPath, ['src/scripts/build.mjs', '--if-needed'], { cwd: root, stdio: 'inherit' });
  if (built.status !== 0) return end(1, 'the build failed, see above.');

  home = await makeHome('demo');
  print(chalk.bold('Jarvis demo'));
  say('Model', 'offline: it follows rules and is not a language model. No key, no network.');
  say('Home', `${home} (thrown away at the end; your own ~/.jarvis is not touched)`);
  starting = startBuiltServer({ home });
  server = await starting;
  say('Page', server.url);
  await converse();
  conversationIsOver = true;

  if (once) return end(0);
  print();
  print(`Still serving. Open ${chalk.bold(server.url)} in a browser and go on from there.`);
  print('Press Ctrl-C to stop. The home of this demo is removed then.');
  const { code, signal } = await server.exited;
  // Ctrl-C reaches the server too, and may reach it first.
  if (code === 0) return end(0);
  return end(1, `the server ended by itself (${signal ?? `exit code ${code}`}):\n${server.output()}`);
}

process.stdout.on('error', () => undefined);
for (const [name, number] of [['SIGINT', 2], ['SIGTERM', 15], ['SIGHUP', 1]]) {
  process.on(name, () => void end(conversationIsOver ? 0 : 128 + number));
}
run().catch((error) => end(1, error.message));
