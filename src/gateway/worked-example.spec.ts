import { EventEmitter } from 'node:events';
import { Type } from '@sinclair/typebox';
import type { WebSocket } from 'ws';
import { method } from './protocol/method.js';
import type { Scope } from './protocol/schemas/connect.js';
import { closedObject, NonEmptyString } from './protocol/schemas/primitives.js';
import { type Handlers, ServedMethods } from './served-methods.js';
import { Connection, type ConnectionIdentity } from './server/connection.js';
import { Dispatcher } from './server/dispatcher.js';
import { EventStream } from './server/event-stream.js';
import { Outbox } from './server/outbox.js';

/**
 * The worked example of docs/gateway.md, "Add a method": what a developer writes, and nothing else. The generated files are
 * covered in protocol/generate/generate.spec.ts.
 */

// 1. Schemas, in protocol/schemas/.
const SystemEchoParamsSchema = closedObject({ text: NonEmptyString });
const SystemEchoResultSchema = closedObject({ ok: Type.Boolean(), text: NonEmptyString });

// 2. One entry in protocol/methods.ts: with it the scope, validation, discovery and the generated files.
const table = {
  'system.echo': method({
    description: 'Says the text again.',
    params: SystemEchoParamsSchema,
    result: SystemEchoResultSchema,
    scope: 'operator.read',
  }),
};

// 3. A handler, in methods/.
const handlers: Handlers<typeof table> = {
  'system.echo': ({ text }) => ({ ok: true, text }),
};

function connect(scopes: readonly Scope[]) {
  const sent: unknown[] = [];
  const socket = Object.assign(new EventEmitter(), { bufferedAmount: 0, send: (text: string) => sent.push(JSON.parse(text)) });
  const outbox = new Outbox(new EventStream(1000), { highWaterBytes: 1000, maxBufferedBytes: 1000 });
  outbox.attach(socket, () => undefined);
  const identity = { role: 'operator', scopes, isStillValid: () => Promise.resolve(true) } as unknown as ConnectionIdentity;
  const served = ServedMethods.of(table, handlers);
  const connection = new Connection(identity, outbox, socket as unknown as WebSocket);
  const dispatcher = new Dispatcher(connection, served, { redact: (text) => text });
  const call = async (params: unknown): Promise<unknown> => {
    await dispatcher.receive(JSON.stringify({ type: 'req', id: 'e1', method: 'system.echo', params }));
    return sent.at(-1);
  };
  return { call, methods: served.callableBy(identity) };
}

describe('system.echo', () => {
  test('is answered', async () => {
    expect(await connect(['operator.read']).call({ text: 'hi' })).toEqual({ type: 'res', id: 'e1', ok: true, payload: { ok: true, text: 'hi' } });
  });

  test.each([
    [{}, "invalid system.echo params: at root: must have required property 'text'"],
    [{ text: '' }, 'invalid system.echo params: at /text: must NOT have fewer than 1 characters'],
    [{ text: 'hi', more: 1 }, "invalid system.echo params: at root: unexpected property 'more'"],
    [undefined, "invalid system.echo params: at root: must have required property 'text'"],
  ])('has its params checked: %j', async (params, message) => {
    expect(await connect(['operator.read']).call(params)).toEqual({ type: 'res', id: 'e1', ok: false, error: { code: 'INVALID_REQUEST', message } });
  });

  test('needs its scope, and is listed for those who have it', async () => {
    expect(connect(['operator.read']).methods).toEqual(['system.echo']);
    expect(connect(['operator.pairing']).methods).toEqual([]);
    expect(await connect(['operator.pairing']).call({ text: 'hi' })).toMatchObject({ ok: false, error: { message: 'missing scope: operator.read' } });
  });
});
