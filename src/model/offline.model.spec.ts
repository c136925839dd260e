import type { ModelMessage, ModelToolDefinition } from './model-message.js';
import { collectAnswer, type CollectedAnswer } from './collect-answer.js';
import { OFFLINE_MODEL_ID, OfflineModel } from './offline.model.js';
import { planOf } from './offline/plain-request.js';

const NAMES = ['list_dir', 'exec', 'read_file', 'save_user_info', 'read_user_info', 'get_recent_sessions', 'get_current_time'];
const WRAP_UP = '[System: You have reached the iteration limit. Respond with your normal JSON, but add a checkpoint field.]';
const tools = (names = NAMES): ModelToolDefinition[] => names.map((name) => ({ type: 'function', function: { name, description: '', parameters: {} } }));
const user = (content: string): ModelMessage => ({ role: 'user', content });
const model = new OfflineModel();

/** A conversation in which the model's calls so far were answered with these results. */
function conversation(request: string, ...results: readonly unknown[]): ModelMessage[] {
  const steps = results.flatMap((result, index): ModelMessage[] => [
    { role: 'assistant', content: null, tool_calls: [{ id: `call_${index}`, type: 'function', function: { name: 'x', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: `call_${index}`, content: typeof result === 'string' ? result : JSON.stringify(result) },
  ]);
  return [{ role: 'system', content: 'You are Jarvis.' }, user(request), ...steps];
}
function ask(messages: readonly ModelMessage[], offered = tools()): Promise<CollectedAnswer> {
  return collectAnswer(model.stream({ model: 'any', messages, tools: offered }, new AbortController().signal));
}
async function answer(messages: readonly ModelMessage[], offered = tools()): Promise<{ response: string; logSummary: string; checkpoint?: { progress: string; remaining: string } }> {
  const { text, toolCalls } = await ask(messages, offered);
  expect(toolCalls).toEqual([]);
  expect(text).not.toContain('undefined');
  return JSON.parse(text) as Awaited<ReturnType<typeof answer>>;
}

describe('what the offline model understands', () => {
  const save = (key: string, value: string): object => ({ items: [{ key, value }] });
  test.each<[string, [string, object][]]>([
    ['list /etc', [['list_dir', { path: '/etc' }]]],
    ['List this directory', [['list_dir', { path: '.' }]]],
    ['please list this directory.', [['list_dir', { path: '.' }]]],
    ['list the current directory', [['list_dir', { path: '.' }]]],
    ['list the files in ~/notes', [['list_dir', { path: '~/notes' }]]],
    ['list the directory `my files`', [['list_dir', { path: 'my files' }]]],
    ['ls', [['list_dir', { path: '.' }]]],
    ['run `uname -a`', [['exec', { cmd: 'uname -a' }]]],
    ['Could you run `uname -a`?', [['exec', { cmd: 'uname -a' }]]],
    ['run uname -a', [['exec', { cmd: 'uname -a' }]]],
    ['run the command `false; true`', [['exec', { cmd: 'false; true' }]]],
    ['run `a` then run `b`', [['exec', { cmd: 'a' }], ['exec', { cmd: 'b' }]]],
    ['run `echo x then y`, and then list /tmp; run `c`', [['exec', { cmd: 'echo x then y' }], ['list_dir', { path: '/tmp' }], ['exec', { cmd: 'c' }]]],
    ['remember that my timezone is Europe/Berlin', [['save_user_info', save('timezone', 'Europe/Berlin')]]],
    ['Remember that my name is Ada Lovelace.', [['save_user_info', save('name', 'Ada Lovelace')]]],
    ['remember that my motto is first think then act', [['save_user_info', save('motto', 'first think then act')]]],
    ['what do you know about me?', [['read_user_info', {}]]],
    ['recent sessions', [['get_recent_sessions', {}]]],
    ['show me my last 5 sessions', [['get_recent_sessions', { limit: 5 }]]],
    ['list recent sessions', [['get_recent_sessions', {}]]],
    ['What time is it?', [['get_current_time', {}]]],
    ["what's the date", [['get_current_time', {}]]],
    ['read notes.txt', [['read_file', { path: 'notes.txt' }]]],
    ['read the file "my notes.txt"', [['read_file', { path: 'my notes.txt' }]]],
    ['(from memory: likes tea)\n\nlist /etc', [['list_dir', { path: '/etc' }]]],
    ['remember that my name is Ada\n\n## Relevant Context from Memory\n<memories>\n{"fact":"x"}\n</memories>\n\n[Memory: stored]', [['save_user_info', save('name', 'Ada')]]],
    ['remember that my name is Ada\n\n[The user is shown this before your answer; do not repeat it: "Remembered"]', [['save_user_info', save('name', 'Ada')]]],
    ['run `b`\n\n[System: Done so far: exec `a` ended with exit code 0]', [['exec', { cmd: 'b' }]]],
  ])('%s', (request, expected) => {
    expect(planOf(request)?.map((call) => [call.tool, call.args])).toEqual(expected);
  });

  test.each(['', 'hello', 'write me a poem about the sea', 'run the tests', 'list /etc then dance', 'read the room for me', 'how do I list a directory?', 'run ` `'])('not: %j', (request) => {
    expect(planOf(request)).toBeUndefined();
  });

  test('the words of each step are understood again', () => {
    const plan = planOf('please run `a b` then remember that my name is Ada then list this directory') ?? [];
    expect(planOf(plan.map((call) => call.words).join(' then '))).toEqual(plan);
  });
});

describe('OfflineModel', () => {
  test('calls the tool, one step at a time, with an id of its own', async () => {
    const first = await ask(conversation('run `a` then run `b`'));
    expect(first).toMatchObject({ text: '', finishReason: 'tool_calls', model: OFFLINE_MODEL_ID, toolCalls: [{ name: 'exec', arguments: '{"cmd":"a"}' }] });
    const second = await ask(conversation('run `a` then run `b`', { status: 'ok', exitCode: 0, stdout: 'A\n', stderr: '' }));
    expect(second.toolCalls).toMatchObject([{ name: 'exec', arguments: '{"cmd":"b"}' }]);
    expect(second.toolCalls[0]?.id).not.toBe(first.toolCalls[0]?.id);
  });

  test('reads the results and answers in the contract, and says what it is', async () => {
    const ok = { status: 'ok', exitCode: 0, stderr: '' };
    const { response, logSummary } = await answer(conversation('run `a` then run `b`', { ...ok, stdout: 'first\n' }, { ...ok, stdout: '' }));
    expect(response).toContain('The command `a` ran well:\n\n```\nfirst\n```');
    expect(response).toContain('The command `b` ran well and printed nothing.');
    expect(response).toMatch(/not a language model.*jarvis setup/);
    expect(logSummary).toBe('"run `a` then run `b`": exec `a` ended with exit code 0; exec `b` ended with exit code 0. By the offline model, which follows rules and is not a language model.');
  });

  test.each<[string, unknown, RegExp]>([
    ['list this directory', { status: 'ok', path: '/srv', entries: [{ name: 'src', type: 'directory' }, { name: 'package.json', type: 'file' }] }, /directory \/srv holds:\n\n```\nsrc\/\npackage\.json\n```/],
    ['remember that my timezone is Europe/Berlin', { status: 'ok', saved: 1 }, /stored that timezone is Europe\/Berlin/],
    ['remember to buy milk', { status: 'ok', saved: 1 }, /^I have stored: to buy milk\./],
    ['what do you know about me', { status: 'ok', items: [{ key: 'timezone', value: 'Europe/Berlin' }] }, /- timezone: Europe\/Berlin/],
    ['what do you know about me', { status: 'ok', items: [] }, /nothing about you yet/],
    ['recent sessions', { status: 'ok', sessions: [{ sessionId: 'abc', title: 'Said hello', lastTs: '2026-01-01T00:00:00Z' }] }, /- Said hello \(abc, 2026/],
    ['recent sessions', { status: 'ok', sessions: [] }, /no earlier sessions/],
    ['what time is it', { status: 'ok', weekday: 'Friday', local: '2026-01-02 03:04:05', timezone: 'UTC' }, /It is Friday, 2026-01-02 03:04:05 \(UTC\)/],
    ['read notes.txt', { status: 'ok', content: 'a ``` b' }, /`notes\.txt` reads:\n\n````\na ``` b\n````/],
    ['list /etc', 'no JSON at all', /no JSON at all/],
    ['list /etc', '', /The directory holds/],
    ['list /etc', '[1,2]', /\[1,2\]/],
  ])('%s: the answer shows the result', async (request, result, expected) => {
    expect((await answer(conversation(request, result))).response).toMatch(expected);
  });

  test.each<[string, unknown, RegExp]>([
    ['list /nowhere', { status: 'error', error: '/nowhere cannot be listed: it does not exist.' }, /list_dir failed: \/nowhere cannot be listed/],
    ['run `false`', { status: 'error', exitCode: 1, stdout: '', stderr: 'no\n' }, /`false` ended with exit code 1:\n\n```\nno/],
    ['run `x`', { status: 'error', exitCode: null, signal: 'SIGKILL', stdout: '', stderr: '' }, /`x` was ended by SIGKILL and printed nothing/],
    ['run `x`', { status: 'error', exitCode: null, stdout: '', stderr: '', error: 'denied by the owner' }, /exec failed: denied by the owner/],
    ['run `x`', '{"status":"error","exitCode":2,"stdout":"aaa ... [cut] ...', /exec failed: \{"status":"error"/],
  ])('%s: a failure is told as one, and ends the plan', async (request, result, expected) => {
    const { response, logSummary } = await answer(conversation(`${request} then run \`after\``, result));
    expect(response).toMatch(expected);
    expect(response).toContain('So I did not go on with: run `after`.');
    expect(logSummary).toMatch(/failed|ended/);
  });

  test('calls only what is offered, and says so', async () => {
    const { response } = await answer(conversation('run `a`'), tools(['list_dir']));
    expect(response).toMatch(/needs the tool exec, which is not offered/);
    expect((await answer(conversation('run `a`'), [])).response).toMatch(/not offered/);
  });

  test('anything else: what it can do, with the tools that are offered, and how to get a real model', async () => {
    const all = (await answer(conversation('write me a poem'))).response;
    expect(all).toMatch(/did not understand.*not a language model/s);
    expect(all).toMatch(/list \/etc[\s\S]*timezone[\s\S]*jarvis setup/);
    const few = (await answer(conversation('write me a poem'), tools(['read_user_info']))).response;
    expect(few).toContain('what do you know about me');
    expect(few).not.toContain('list /etc');
    expect((await answer([], [])).response).toMatch(/no tool/i);
  });

  test('at the iteration limit it leaves what remains, in words that the next run understands', async () => {
    const messages = [...conversation('run `a` then run `b`', { status: 'ok', exitCode: 0, stdout: 'A', stderr: '' }), user(WRAP_UP)];
    const { checkpoint, response } = await answer(messages, []);
    expect(checkpoint).toEqual({ progress: 'exec `a` ended with exit code 0', remaining: 'run `b`' });
    expect(response).toContain('Still to do: run `b`.');
    const next = await ask([...messages.slice(0, -1), user(`${checkpoint?.remaining}\n\n[System: Done so far: ${checkpoint?.progress}]`)]);
    expect(next.toolCalls).toMatchObject([{ arguments: '{"cmd":"b"}' }]);
  });

  test('at the iteration limit with nothing left it just answers', async () => {
    const messages = [...conversation('run `a`', { status: 'ok', exitCode: 0, stdout: 'A', stderr: '' }), user(WRAP_UP)];
    expect(await answer(messages, [])).not.toHaveProperty('checkpoint');
  });

  test('other notes of the server end the plan without a call; the request stays the last thing that a person said', async () => {
    const note = user('[System: You have made the same tool call several times, so no more tool calls are run. Respond now.]');
    const { response } = await answer([...conversation('run `a` then run `b`', { status: 'ok', exitCode: 0, stdout: 'A', stderr: '' }), note], []);
    expect(response).toMatch(/`a` ran well[\s\S]*did not go on with: run `b`/);
  });

  test('what the server did itself, it neither does again nor takes for something that it did not understand', async () => {
    for (const request of ['Forget about tea', 'remember that I prefer tea']) {
      const { response, logSummary } = await answer(conversation(`${request}\n\n[The user is shown this before your answer; do not repeat it: "done"]`));
      expect(response).toMatch(/^I am the offline model/);
      expect(logSummary).toContain(`"${request}": the server did this itself`);
    }
  });

  test('asked for a summary it says that it cannot and repeats what was asked', async () => {
    const messages = [user('list /etc'), { role: 'assistant' as const, content: 'done' }, user('run `a`'), user('[System: The conversation has become too long. Summarise the conversation above.]')];
    const { text } = await ask(messages, []);
    expect(text).toMatch(/cannot summarise/);
    expect(text).toContain('- list /etc\n- run `a`');
  });

  test('looks at the last request alone', async () => {
    const messages = [...conversation('run `a`', { status: 'ok', exitCode: 0, stdout: 'A', stderr: '' }), { role: 'assistant' as const, content: 'done' }, user('list /etc')];
    expect((await ask(messages)).toolCalls).toMatchObject([{ name: 'list_dir' }]);
  });
});
