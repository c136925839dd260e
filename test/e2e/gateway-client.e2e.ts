import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { GatewayClient, GatewayRequestError } from '../../src/gateway/client/index.js';
import type { HelloOk } from '../../src/gateway/protocol/schemas/connect.js';
import { Jarvis } from '../support/jarvis.js';

/** The shipped client, which checks every frame, against the built server. */

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('GatewayClient and the built server', () => {
  let jarvis: Jarvis;
  let client: GatewayClient;
  const problems: string[] = [];
  const connections: { hello: HelloOk; isComplete: boolean }[] = [];
  let onConnected: () => void = () => undefined;

  beforeAll(async () => {
    jarvis = await Jarvis.start({ port: await freePort() });
    client = new GatewayClient(
      { url: jarvis.url.replace('http', 'ws'), scopes: ['operator.admin'], backoff: { firstMs: 50, longestMs: 200 } },
      {
        onConnected: (hello, isComplete) => {
          connections.push({ hello, isComplete });
          onConnected();
        },
        onProtocolError: ({ message }) => problems.push(message),
      },
    );
    await client.connect();
  });
  afterAll(async () => {
    client.close();
    await jarvis.stop();
  });

  test('a run from its start to its end', async () => {
    jarvis.provider.replyToolCalls([{ name: 'exec', arguments: { cmd: 'echo hi' } }]);
    jarvis.provider.replyAnswer('Hi there.');
    const text: string[] = [];
    client.on('agent', ({ stream, data }) => stream === 'assistant' && text.push(String(data.delta)));
    const final = await client.request('agent', { message: 'Say hi', sessionKey: 'client-1', idempotencyKey: 'one' }, { onAccepted: () => undefined });
    expect(final).toMatchObject({ status: 'ok', result: { payloads: [{ text: 'Hi there.' }], meta: { toolCalls: 1 } } });
    expect(text.join('')).toBe('Hi there.');
    expect(await client.request('chat.history', { sessionKey: 'client-1' })).toMatchObject({ messages: [{ role: 'user' }, { role: 'assistant' }, { role: 'assistant' }] });
  });

  test('every method that reads answers by its schema', async () => {
    for (const method of ['health', 'status', 'logs.tail', 'sessions.list', 'cron.list', 'cron.status', 'cron.runs', 'node.list', 'node.pair.list', 'exec.approval.list'] as const) {
      await expect(client.call(method, {})).resolves.toEqual(expect.any(Object));
    }
    await expect(client.request('agent.wait', { runId: 'nobody' })).rejects.toBeInstanceOf(GatewayRequestError);
  });

  test('comes back by itself after a restart of the server, and says that events were missed', async () => {
    const again = new Promise<void>((resolve) => (onConnected = resolve));
    await jarvis.restart();
    await again;
    expect(connections.at(-1)).toMatchObject({ isComplete: false, hello: { resume: { resumed: false } } });
    expect(await client.request('health', {})).toMatchObject({ ok: true });
  });

  test('nothing that came was against the protocol', () => {
    expect(problems).toEqual([]);
  });
});
