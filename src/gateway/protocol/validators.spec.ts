import { validate, validateFrame } from './validators.js';
import { methods } from './methods.js';
import { ConnectParamsSchema } from './schemas/connect.js';

const client = { id: 'cli', version: 'dev', platform: 'node', mode: 'cli' };

describe('validateFrame', () => {
  test.each([
    { type: 'req', id: '1', method: 'health' },
    { type: 'req', id: '1', method: 'health', params: {} },
    { type: 'res', id: '1', ok: true, payload: { ok: true } },
    { type: 'res', id: '1', ok: false, error: { code: 'UNAVAILABLE', message: 'x', retryable: true, retryAfterMs: 0 } },
    { type: 'event', event: 'tick', payload: { ts: 1730000000 }, seq: 12 },
    { type: 'event', event: 'presence', stateVersion: { presence: 0, health: 0 } },
  ])('takes %j', (frame) => {
    expect(validateFrame(frame)).toEqual({ ok: true, value: frame });
  });

  test.each([
    [null, 'at root: must be object'],
    [{}, "at root: must have required property 'type'"],
    [{ type: 'hello' }, 'at root: value of tag "type" must be in oneOf'],
    [{ type: 'req', id: '', method: 'health' }, 'at /id: must NOT have fewer than 1 characters'],
    [{ type: 'req', id: '1', method: 'health', extra: 1 }, "at root: unexpected property 'extra'"],
    [{ type: 'event', event: 'tick', seq: -1 }, 'at /seq: must be >= 0'],
    [{ type: 'res', id: '1', ok: false, error: { code: '', message: 'x' } }, 'at /error/code: must NOT have fewer than 1 characters'],
  ])('refuses %j: %s', (frame, problem) => {
    const result = validateFrame(frame);
    expect(result).toEqual({ ok: false, problems: expect.stringContaining(problem) });
  });
});

describe('validate', () => {
  test("takes the seed's connect, and refuses what is missing, of another type or unknown, all at once", () => {
    expect(validate(ConnectParamsSchema, { minProtocol: 3, maxProtocol: 3, client })).toMatchObject({ ok: true });
    const bad = { minProtocol: '3', client: { ...client, mode: 'operator', colour: 'red' } };
    expect(validate(ConnectParamsSchema, bad)).toEqual({
      ok: false,
      problems: [
        "at root: must have required property 'maxProtocol'",
        'at /minProtocol: must be integer',
        "at /client: unexpected property 'colour'",
        'at /client/mode: must be one of webchat, cli, ui, backend, node, probe, test',
      ].join('; '),
    });
  });

  test('names ten problems at most', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}`, 1]));
    const result = validate(methods.health.params, many);
    expect(result.ok ? [] : result.problems.split('; ')).toHaveLength(11);
    expect(result).toMatchObject({ problems: expect.stringMatching(/; and 20 more$/) });
  });

  test('does not take inherited names for properties', () => {
    expect(validate(methods['chat.send'].params, JSON.parse('{"__proto__":{"sessionKey":"a","message":"b","idempotencyKey":"c"}}'))).toMatchObject({ ok: false });
  });
});

test('every method with effects takes an idempotencyKey, and every object of the protocol is closed', () => {
  for (const name of ['send', 'poll', 'agent', 'chat.send', 'node.invoke'] as const) {
    expect(methods[name].params.required).toContain('idempotencyKey');
  }
  for (const { params } of Object.values(methods)) expect(params.additionalProperties).toBe(false);
});
