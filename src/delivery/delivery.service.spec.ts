import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InvalidInputError } from '../common/domain-error.js';
import { LibsqlDatabase } from '../storage/database/libsql-database.js';
import { FixedClock } from '../storage/testing/fixed-clock.js';
import { ChannelAdapter, type ChannelPart } from './channel-adapter.js';
import type { ChannelMessage, ChannelReceipt } from './channel-message.js';
import { ChannelRegistry } from './channel-registry.js';
import { ChannelBusyError, DeliveryRefusedError, UncertainDeliveryError } from './delivery.errors.js';
import { DeliverySchema } from './delivery.schema.js';
import { DeliveryService } from './delivery.service.js';
import { DELIVERY_EXPIRES_MS, FIRST_RETRY_MS } from './limits.js';
import { Outbox } from './outbox.js';

/** A channel that sends a message a word at a time, and fails as it is told. */
class WordChannel extends ChannelAdapter {
  override readonly id = 'words';
  override readonly label = 'Words';
  readonly arrived: string[] = [];
  /** What the next sends do, in order; then all is well. `lost` arrives, but its answer does not. */
  readonly failures: (Error | 'lost')[] = [];
  canLook = true;

  override parts({ to, text }: ChannelMessage): ChannelPart[] {
    if (to === 'nobody') throw new InvalidInputError('There is nobody of that name.');
    return text.split(' ').map((word) => ({
      send: () => this.take(`${to}:${word}`),
      ...(this.canLook ? { find: (mark: string) => this.look(`${to}:${word}`, Number(mark)) } : {}),
    }));
  }

  override mark(): string {
    return String(this.arrived.length);
  }

  private async take(word: string): Promise<ChannelReceipt> {
    const failure = this.failures.shift();
    if (failure instanceof Error) throw failure;
    this.arrived.push(word);
    if (failure === 'lost') throw new UncertainDeliveryError('The answer was lost.');
    return { messageId: String(this.arrived.length) };
  }

  private async look(word: string, mark: number): Promise<ChannelReceipt | 'absent'> {
    const at = this.arrived.indexOf(word, mark);
    return at === -1 ? 'absent' : { messageId: String(at + 1) };
  }
}

describe('DeliveryService', () => {
  let folder: string;
  let clock: FixedClock;
  let database: LibsqlDatabase;
  let channels: ChannelRegistry;
  let channel: WordChannel;
  let delivery: DeliveryService;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'jarvis-delivery-'));
    clock = new FixedClock();
    channel = new WordChannel();
    start();
    channels.register(channel);
  });
  afterEach(async () => {
    await delivery.onApplicationShutdown();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** As the server starts: nothing in memory, the same file. */
  function start(): void {
    database = new LibsqlDatabase(path.join(folder, 'jarvis.db'), () => [new DeliverySchema()], clock);
    channels = new ChannelRegistry();
    delivery = new DeliveryService(channels, new Outbox(database, clock), clock);
  }
  async function restart(): Promise<void> {
    await delivery.onApplicationShutdown();
    await database.close();
    start();
    channels.register(channel);
    await atRest();
  }
  /** Moves the clock to the next try and waits until nothing is under way. */
  async function later(milliseconds: number): Promise<void> {
    clock.advance(milliseconds);
    await atRest();
  }
  const atRest = async (): Promise<void> => {
    const open = delivery.list().find(({ endedMs }) => endedMs === undefined);
    if (open !== undefined) await delivery.outcomeOf(open.id);
  };

  test('delivers the pieces of a message in order, and says how the channel calls it', async () => {
    expect(await delivery.deliver('words:anna', 'one two three')).toMatchObject({ state: 'delivered', channel: 'words', messageId: '1' });
    expect(channel.arrived).toEqual(['anna:one', 'anna:two', 'anna:three']);
  });

  test.each(['words', 'words:', ':anna', 'words:a:b:c', 'Words anna'])('"%s" is no target', async (target) => {
    await expect(delivery.deliver(target, 'x')).rejects.toThrow(InvalidInputError);
  });

  test('refuses what cannot be delivered at all, and keeps none of it', async () => {
    await expect(delivery.deliver('pigeon:anna', 'x')).rejects.toThrow('"pigeon" is not configured');
    await expect(delivery.deliver('words:nobody', 'x')).rejects.toThrow('nobody of that name');
    await expect(delivery.deliver('words:anna', ' ')).rejects.toThrow('no text');
    expect(delivery.list()).toEqual([]);
  });

  test('once under one key', async () => {
    const [first, second] = await Promise.all([delivery.deliver('words:anna', 'hi', { key: 'k' }), delivery.deliver('words:anna', 'hi', { key: 'k' })]);
    expect(second).toEqual(first);
    await restart();
    expect(await delivery.deliver('words:anna', 'hi', { key: 'k' })).toEqual(first);
    expect(channel.arrived).toEqual(['anna:hi']);
  });

  test('what fails is kept and tried again, going on with the piece that failed', async () => {
    channel.failures.push(...([undefined, new Error('offline'), new Error('offline')] as Error[]));
    expect(await delivery.deliver('words:anna', 'one two')).toMatchObject({ state: 'kept', problem: 'offline' });
    await later(FIRST_RETRY_MS);
    expect(delivery.list()[0]).toMatchObject({ state: 'waiting', attempts: 2 });
    await later(FIRST_RETRY_MS);
    expect(channel.arrived).toEqual(['anna:one']);
    await later(FIRST_RETRY_MS);
    expect(channel.arrived).toEqual(['anna:one', 'anna:two']);
    expect(delivery.list()[0]).toMatchObject({ state: 'delivered' });
  });

  test('what waits goes out after a restart', async () => {
    channel.failures.push(new Error('offline'));
    await delivery.deliver('words:anna', 'one two');
    await restart();
    await later(FIRST_RETRY_MS);
    expect(channel.arrived).toEqual(['anna:one', 'anna:two']);
  });

  test('a later message never overtakes an earlier one to the same recipient, and does not wait for those of others', async () => {
    channel.failures.push(new Error('offline'));
    await delivery.deliver('words:anna', 'one');
    expect(await delivery.deliver('words:anna', 'two')).toMatchObject({ state: 'kept' });
    expect(await delivery.deliver('words:bert', 'three')).toMatchObject({ state: 'delivered' });
    await later(FIRST_RETRY_MS);
    await later(0);
    expect(channel.arrived).toEqual(['bert:three', 'anna:one', 'anna:two']);
  });

  test('a channel that says when to come back is asked no earlier', async () => {
    channel.failures.push(new ChannelBusyError('Too many.', 30));
    await delivery.deliver('words:anna', 'one');
    await later(29_999);
    expect(channel.arrived).toEqual([]);
    await later(1);
    expect(channel.arrived).toEqual(['anna:one']);
  });

  test('what was refused for good is given up, and what comes after it goes on', async () => {
    channel.failures.push(new DeliveryRefusedError('The chat is gone.'));
    expect(await delivery.deliver('words:anna', 'one')).toMatchObject({ state: 'failed', problem: 'The chat is gone.' });
    expect(await delivery.deliver('words:anna', 'two')).toMatchObject({ state: 'delivered' });
    expect(delivery.list(10, 'failed')).toHaveLength(1);
  });

  test('what could not be delivered for a day is given up', async () => {
    channel.failures.push(new Error('offline'), new Error('offline'));
    await delivery.deliver('words:anna', 'one');
    await later(DELIVERY_EXPIRES_MS);
    expect(delivery.list()[0]).toMatchObject({ state: 'failed', problem: expect.stringContaining('offline') as string });
  });

  describe('where the answer of a send was lost', () => {
    test('it is looked for and not sent again', async () => {
      channel.failures.push('lost');
      expect(await delivery.deliver('words:anna', 'one two')).toMatchObject({ state: 'kept' });
      await later(FIRST_RETRY_MS);
      expect(channel.arrived).toEqual(['anna:one', 'anna:two']);
      expect(delivery.list()[0]).toMatchObject({ state: 'delivered', messageId: '1' });
    });

    test('it is looked for also after a restart', async () => {
      channel.failures.push('lost');
      await delivery.deliver('words:anna', 'one');
      await restart();
      await later(FIRST_RETRY_MS);
      expect(channel.arrived).toEqual(['anna:one']);
    });

    test('it is sent again where it has not arrived', async () => {
      channel.failures.push(new UncertainDeliveryError('The answer was lost.'));
      await delivery.deliver('words:anna', 'one');
      await later(FIRST_RETRY_MS);
      expect(channel.arrived).toEqual(['anna:one']);
    });

    test('it is sent again where the channel cannot look: rather twice than never', async () => {
      channel.canLook = false;
      channel.failures.push('lost');
      await delivery.deliver('words:anna', 'one');
      await later(FIRST_RETRY_MS);
      expect(channel.arrived).toEqual(['anna:one', 'anna:one']);
    });
  });

  test('a server that stops keeps what waits, and opens nothing where nothing was ever sent', async () => {
    expect(clock.sleeping).toBe(0);
    channel.failures.push(new Error('offline'));
    await delivery.deliver('words:anna', 'one');
    await delivery.onApplicationShutdown();
    expect(clock.sleeping).toBe(0);
    expect(delivery.list()[0]).toMatchObject({ state: 'waiting' });
  });
});
