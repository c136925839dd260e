import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SystemClock } from '../../common/clock.js';
import { FixedClock } from '../../storage/testing/fixed-clock.js';
import { ChannelAdapter, type ChannelPart } from '../../delivery/channel-adapter.js';
import type { ChannelMessage, ChannelPoll, ChannelReceipt } from '../../delivery/channel-message.js';
import { ChannelRegistry } from '../../delivery/channel-registry.js';
import { DeliveryRefusedError } from '../../delivery/delivery.errors.js';
import { DeliverySchema } from '../../delivery/delivery.schema.js';
import { DeliveryService } from '../../delivery/delivery.service.js';
import { FIRST_RETRY_MS } from '../../delivery/limits.js';
import { Outbox } from '../../delivery/outbox.js';
import { LibsqlDatabase } from '../../storage/database/libsql-database.js';
import { FileIdempotencyStore } from '../../storage/file/file-idempotency-store.js';
import { LibsqlLock } from '../../storage/libsql-lock.js';
import { NodeFileOperations } from '../../storage/node-file-operations.js';
import type { RequestContext } from '../served-methods.js';
import { MessagingMethods } from './messaging.methods.js';

/** A channel that remembers what it was given. */
class RecordingChannel extends ChannelAdapter {
  readonly messages: ChannelMessage[] = [];
  failure?: Error;

  constructor(
    override readonly id: string,
    override readonly label = id,
  ) {
    super();
  }

  override parts(message: ChannelMessage): ChannelPart[] {
    return [{ send: () => this.take(message) }];
  }

  private take(message: ChannelMessage): Promise<ChannelReceipt> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    this.messages.push(message);
    return Promise.resolve({ messageId: `m${this.messages.length}` });
  }
}

class PollingChannel extends RecordingChannel {
  override poll(poll: ChannelPoll): Promise<ChannelReceipt> {
    return Promise.resolve({ messageId: 'm1', pollId: `p-${poll.question}` });
  }
}

const contextOf = (id: string): RequestContext =>
  ({ connection: { identity: { principal: { role: 'local', id, scopes: [] } }, closed: new AbortController().signal }, respond: () => undefined }) as unknown as RequestContext;
const owner = contextOf('local');

let home: string;
let channels: ChannelRegistry;
let messaging: MessagingMethods;
let database: LibsqlDatabase;
let clock: FixedClock;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'jarvis-messaging-'));
  channels = new ChannelRegistry();
  clock = new FixedClock();
  database = new LibsqlDatabase(path.join(home, 'jarvis.db'), () => [new DeliverySchema()], new SystemClock());
  messaging = fresh();
});
afterEach(async () => {
  await database.close();
  rmSync(home, { recursive: true, force: true });
});

/** As after a restart: nothing in memory, the same files. */
function fresh(): MessagingMethods {
  const system = new SystemClock();
  const store = new FileIdempotencyStore(path.join(home, 'kept'), new LibsqlLock(path.join(home, 'locks'), system), system, new NodeFileOperations());
  return new MessagingMethods(channels, new DeliveryService(channels, new Outbox(database, clock), clock), store);
}

const send = (params: object, context = owner) => messaging.handlers.send({ to: '42', message: 'hi', idempotencyKey: 'k', ...params }, context);

describe('send', () => {
  test('goes to the named channel, or to the only one', async () => {
    const telegram = new RecordingChannel('telegram');
    const unregister = channels.register(telegram);
    expect(await send({ threadId: '7' })).toEqual({ runId: expect.any(String), messageId: 'm1', channel: 'telegram' });
    expect(telegram.messages).toEqual([{ to: '42', text: 'hi', threadId: '7' }]);
    const signal = new RecordingChannel('signal');
    channels.register(signal);
    await send({ channel: 'signal', idempotencyKey: 'other' });
    expect(signal.messages).toHaveLength(1);
    expect(() => send({})).toThrow('channel is missing: it must be one of telegram, signal.');
    unregister();
    expect(() => send({ channel: 'telegram' })).toThrow('The channel "telegram" is not configured. Configured: signal.');
  });

  test('once for one key, at once or later, also after a restart; other text under it is refused', async () => {
    const telegram = new RecordingChannel('telegram');
    channels.register(telegram);
    const [first, second] = await Promise.all([send({}), send({})]);
    expect(second).toEqual(first);
    messaging = fresh();
    expect(await send({})).toEqual(first);
    await expect(send({ message: 'other' })).rejects.toThrow('was used with another request');
    expect(telegram.messages).toHaveLength(1);
    await send({}, contextOf('somebody-else'));
    expect(telegram.messages).toHaveLength(2);
  });

  test('what the channel does not take is a failure that says why', async () => {
    const telegram = new RecordingChannel('telegram');
    channels.register(telegram);
    telegram.failure = new DeliveryRefusedError('the chat is gone');
    await expect(send({})).rejects.toThrow('the chat is gone');
  });

  test('what cannot be delivered now is kept: the same key asks for it again, and it goes out once', async () => {
    const telegram = new RecordingChannel('telegram');
    channels.register(telegram);
    telegram.failure = new Error('offline');
    await expect(send({})).rejects.toThrow('is kept; it goes out as soon as the channel takes it (offline)');
    delete telegram.failure;
    await expect(send({})).rejects.toThrow('is kept');
    clock.advance(FIRST_RETRY_MS);
    expect(await send({})).toMatchObject({ messageId: 'm1' });
    expect(telegram.messages).toHaveLength(1);
  });
});

describe('poll', () => {
  test('needs a channel that has polls', async () => {
    channels.register(new RecordingChannel('telegram'));
    const poll = { to: '42', question: 'Tea?', options: ['yes', 'no'], idempotencyKey: 'k' };
    expect(() => messaging.handlers.poll(poll, owner)).toThrow('The channel "telegram" has no polls.');
    channels.register(new PollingChannel('matrix'));
    expect(await messaging.handlers.poll({ ...poll, channel: 'matrix' }, owner)).toMatchObject({ channel: 'matrix', pollId: 'p-Tea?' });
  });
});
