import { modelRequest } from '../../../test/support/model-fixture.js';
import { useHostileProvider } from '../../../test/support/hostile-provider.js';
import { forever } from '../../../test/support/model-scenario.js';
import { call, callsDone, delta, exec, message, open, stop, stream, text } from '../../../test/support/provider-wire.js';
import { type ScriptedReply } from '../../../test/support/scripted-reply.js';
import { collectAnswer, type CollectedAnswer } from '../collect-answer.js';

describe('tool calls, whatever a provider sends', () => {
  const scenario = useHostileProvider();

  const calls = (answer: CollectedAnswer): unknown[] => answer.toolCalls.map((made) => [made.name, made.arguments, made.problem?.kind ?? 'fine']);

  const made: [string, ScriptedReply, unknown[]][] = [
    ['by the book', stream(exec('{"cmd'), call({ index: 0, function: { arguments: '":"ls"}' } }), callsDone), [['exec', '{"cmd":"ls"}', 'fine']]],
    ['content beside them', stream(text('I look.'), exec('{"cmd":"ls"}'), callsDone), [['exec', '{"cmd":"ls"}', 'fine']]],
    ['finish_reason stop', stream(exec('{"cmd":"ls"}'), stop), [['exec', '{"cmd":"ls"}', 'fine']]],
    ['an unknown tool', stream(call({ index: 0, id: 'a', function: { name: 'toString', arguments: '{}' } }), callsDone), [['toString', '{}', 'fine']]],
    ['arguments empty', stream(exec(''), callsDone), [['exec', '{}', 'fine']]],
    ['arguments absent', stream(call({ index: 0, id: 'a', function: { name: 'exec' } }), callsDone), [['exec', '{}', 'fine']]],
    ['arguments null', stream(exec(null), callsDone), [['exec', '{}', 'fine']]],
    ['arguments an object', stream(exec({ cmd: 'ls' }), callsDone), [['exec', '{"cmd":"ls"}', 'fine']]],
    ['arguments malformed', stream(exec('{"cmd": ls}'), callsDone), [['exec', '{"cmd": ls}', 'malformed']]],
    ['arguments a list', stream(exec('["ls"]'), callsDone), [['exec', '["ls"]', 'malformed']]],
    ['arguments a text in a text', stream(exec('"{\\"cmd\\":\\"ls\\"}"'), callsDone), [['exec', '"{\\"cmd\\":\\"ls\\"}"', 'malformed']]],
    ['cut by the output limit', stream(exec('{"cmd":"rm -rf /tmp/x'), delta({}, 'length')), [['exec', '{"cmd":"rm -rf /tmp/x', 'cut']]],
    ['cut before the arguments', stream(exec(''), delta({}, 'length')), [['exec', '', 'cut']]],
    ['whole before the output limit', stream(exec('{"cmd":"ls"}'), delta({}, 'length')), [['exec', '{"cmd":"ls"}', 'fine']]],
    ['the stream breaks off', open(exec('{"cmd":"l')), [['exec', '{"cmd":"l', 'cut']]],
    ['the stream breaks off before the arguments', open(exec('')), [['exec', '', 'cut']]],
    ['no finish_reason but whole', open(exec('{"cmd":"ls"}')), [['exec', '{"cmd":"ls"}', 'fine']]],
    ['the older function_call', stream(delta({ function_call: { name: 'exec', arguments: '{"cmd":' } }), delta({ function_call: { arguments: '"ls"}' } }), delta({}, 'function_call')), [['exec', '{"cmd":"ls"}', 'fine']]],
    ['name and arguments beside the id', stream(call({ id: 'a', name: 'exec', arguments: { cmd: 'ls' } }), callsDone), [['exec', '{"cmd":"ls"}', 'fine']]],
    ['one call as an object instead of a list', stream(delta({ tool_calls: { id: 'a', function: { name: 'exec', arguments: '{}' } } }), callsDone), [['exec', '{}', 'fine']]],
    ['in one JSON object', message({ content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'exec', arguments: '{"cmd":"ls"}' } }] }), [['exec', '{"cmd":"ls"}', 'fine']]],
    ['a name with characters that no provider takes back', stream(call({ index: 0, id: 'a', function: { name: 'functions.exec {x', arguments: '{}' } }), callsDone), [['functions_exec__x', '{}', 'fine']]],
    ['no name', stream(call({ index: 0, id: 'a', function: { arguments: '{"cmd":"ls"}' } }), callsDone), [['unnamed_tool', '{"cmd":"ls"}', 'malformed']]],
    ['junk in the list', stream(delta({ tool_calls: [null, 7, 'x', {}] }), exec('{}'), callsDone), [['exec', '{}', 'fine']]],
  ];
  test.each(made)('%s', async (_name, reply, expected) => {
    expect(calls(await scenario.ask(reply))).toEqual(expected);
  });

  const several: [string, ScriptedReply][] = [
    ['by the book', stream(exec('{"cmd":"a"}', 'x', 0), exec('{"cmd":"b"}', 'y', 1), callsDone)],
    ['interleaved', stream(exec('{"cmd"', 'x', 0), exec('{"cm', 'y', 1), call({ index: 0, function: { arguments: ':"a"}' } }), call({ index: 1, function: { arguments: 'd":"b"}' } }), callsDone)],
    ['equal index, own ids', stream(exec('{"cmd":"a"}', 'x'), exec('{"cmd":"b"}', 'y'), callsDone)],
    ['equal index, own ids, in fragments', stream(exec('{"cmd":', 'x'), call({ index: 0, function: { arguments: '"a"}' } }), exec('', 'y'), call({ index: 0, function: { arguments: '{"cmd":"b"}' } }), callsDone)],
    ['no index, own ids', stream(call({ id: 'x', function: { name: 'exec', arguments: '{"cmd":"a"}' } }), call({ id: 'y', function: { name: 'exec', arguments: '{"cmd":"b"}' } }), callsDone)],
    ['no index, own ids, fragments by id', stream(delta({ tool_calls: [{ id: 'x', function: { name: 'exec', arguments: '{"cmd":' } }, { id: 'y', function: { name: 'exec', arguments: '{"cmd":' } }] }), call({ id: 'x', function: { arguments: '"a"}' } }), call({ id: 'y', function: { arguments: '"b"}' } }), callsDone)],
    ['no index, no ids, in one chunk', stream(delta({ tool_calls: [{ function: { name: 'exec', arguments: '{"cmd":"a"}' } }, { function: { name: 'exec', arguments: '{"cmd":"b"}' } }] }), callsDone)],
    ['no index, no ids, whole, chunk by chunk', stream(call({ function: { name: 'exec', arguments: '{"cmd":"a"}' } }), call({ function: { name: 'exec', arguments: '{"cmd":"b"}' } }), callsDone)],
    ['no index, no ids, in fragments', stream(call({ function: { name: 'exec', arguments: '{"cmd":' } }), call({ function: { arguments: '"a"}' } }), call({ function: { name: 'exec', arguments: '{"cmd":"b"' } }), call({ function: { arguments: '}' } }), callsDone)],
    ['own index, equal ids', stream(exec('{"cmd":"a"}', 'x', 0), exec('{"cmd":"b"}', 'x', 1), callsDone)],
    ['own index, no ids', stream(call({ index: 0, function: { name: 'exec', arguments: '{"cmd":"a"}' } }), call({ index: 1, function: { name: 'exec', arguments: '{"cmd":"b"}' } }), callsDone)],
    ['equal index, equal ids, each whole', stream(exec('{"cmd":"a"}', 'x'), exec('{"cmd":"b"}', 'x'), callsDone)],
    ['id and name repeated with each fragment', stream(exec('{"cmd":', 'x', 0), exec('"a"}', 'x', 0), exec('{"cmd":', 'y', 1), exec('"b"}', 'y', 1), callsDone)],
    ['each sent again whole at the end', stream(exec('{"cmd":"a"}', 'x', 0), exec('{"cmd":"b"}', 'y', 1), exec('{"cmd":"a"}', 'x', 0), exec('{"cmd":"b"}', 'y', 1), callsDone)],
    ['an empty object first', stream(exec('{}', 'x', 0), call({ index: 0, function: { arguments: '{"cmd":"a"}' } }), exec('{}', 'y', 1), exec('{"cmd":"b"}', 'y', 1), callsDone)],
    ['ids that are numbers or blank', stream(call({ index: 0, id: 7, function: { name: 'exec', arguments: '{"cmd":"a"}' } }), call({ index: 1, id: '  ', function: { name: 'exec', arguments: '{"cmd":"b"}' } }), callsDone)],
    ['in one JSON object with equal ids', message({ content: '', tool_calls: [{ id: 'x', index: 0, function: { name: 'exec', arguments: { cmd: 'a' } } }, { id: 'x', index: 0, function: { name: 'exec', arguments: { cmd: 'b' } } }] })],
  ];
  test.each(several)('two calls: %s', async (_name, reply) => {
    const answer = await scenario.ask(reply);
    expect(calls(answer)).toEqual([['exec', '{"cmd":"a"}', 'fine'], ['exec', '{"cmd":"b"}', 'fine']]);
    const ids = answer.toolCalls.map((one) => one.id);
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => /^[\x21-\x7e]+$/.test(id))).toBe(true);
  });

  test('two calls of different tools without ids at one index', async () => {
    const answer = await scenario.ask(stream(call({ index: 0, function: { name: 'exec' } }), call({ index: 0, function: { name: 'list_dir' } }), callsDone));
    expect(calls(answer)).toEqual([['exec', '{}', 'fine'], ['list_dir', '{}', 'fine']]);
  });

  test('an id that the conversation already has is replaced', async () => {
    scenario.provider.enqueue(stream(exec('{}', 'call_0'), callsDone));
    const messages = [
      { role: 'user' as const, content: 'Hello' },
      { role: 'assistant' as const, content: null, tool_calls: [{ id: 'call_0', type: 'function' as const, function: { name: 'exec', arguments: '{}' } }] },
      { role: 'tool' as const, tool_call_id: 'call_0', content: 'ok' },
    ];
    const answer = await collectAnswer(scenario.fixture.model.stream(modelRequest({ messages }), forever()));
    expect(answer.toolCalls[0]?.id).not.toBe('call_0');
  });

  test('a tool with a dot in its name keeps it where it was offered', async () => {
    scenario.provider.enqueue(stream(call({ index: 0, id: 'a', function: { name: 'my.tool', arguments: '{}' } }), callsDone));
    const tools = [{ type: 'function' as const, function: { name: 'my.tool', description: '', parameters: {} } }];
    expect((await collectAnswer(scenario.fixture.model.stream(modelRequest({ tools }), forever()))).toolCalls[0]?.name).toBe('my.tool');
  });

  test('the model is told what is wrong with its arguments and where', async () => {
    const [bad] = (await scenario.ask(stream(exec('{"cmd": ls}'), callsDone))).toolCalls;
    expect(bad?.problem?.detail).toMatch(/not valid JSON.*ls}/);
    const deep = `{"cmd":"ls","x":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    const [deepCall] = (await scenario.ask(stream(exec(deep), callsDone))).toolCalls;
    expect(deepCall).toMatchObject({ arguments: '{}', problem: { detail: expect.stringContaining('nested deeper than 100 levels') } });
    const [cutCall] = (await scenario.ask(stream(exec('{"cmd":"abc'), delta({}, 'length')))).toolCalls;
    expect(cutCall?.problem?.detail).toMatch(/after 11 characters.*output limit/);
  });
});
