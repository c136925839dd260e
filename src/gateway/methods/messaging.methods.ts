import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids.js';
import { assertDelivered } from '../../delivery/assert-delivered.js';
import { ChannelRegistry } from '../../delivery/channel-registry.js';
import { DeliveryService } from '../../delivery/delivery.service.js';
import { IdempotencyStore } from '../../storage/idempotency-store.js';
import { invalidRequest } from '../gateway.error.js';
import type { PollParams, PollResult, SendParams, SendResult } from '../protocol/schemas/messaging.js';
import type { HandlersOf, RequestContext } from '../served-methods.js';

/** The session that a delivery is noted under; it has none. */
const NO_SESSION = 'delivery';

/** send and poll: messages to a channel, each delivered once for its idempotencyKey. */
@Injectable()
export class MessagingMethods {
  readonly handlers: HandlersOf<'send' | 'poll'> = {
    send: (params, context) => this.send(params, context),
    poll: (params, context) => this.poll(params, context),
  };

  constructor(
    private readonly channels: ChannelRegistry,
    private readonly delivery: DeliveryService,
    private readonly idempotency: IdempotencyStore,
  ) {}

  private send({ idempotencyKey, channel, message, to, threadId }: SendParams, context: RequestContext): Promise<SendResult> {
    const adapter = this.channels.find(channel);
    const outgoing = { to, text: message, ...(threadId === undefined ? {} : { threadId }) };
    // A message that is kept for later is not sent a second time by whoever asks again under the same key.
    const key = `gateway:${context.connection.identity.principal.id}:${idempotencyKey}`;
    return this.once('send', idempotencyKey, [adapter.id, outgoing], context, async () =>
      receipt(adapter.id, assertDelivered(await this.delivery.send(adapter.id, outgoing, key))),
    );
  }

  private poll({ idempotencyKey, channel, ...poll }: PollParams, context: RequestContext): Promise<PollResult> {
    const adapter = this.channels.find(channel);
    if (adapter.poll === undefined) throw invalidRequest(`The channel "${adapter.id}" has no polls.`);
    const ask = adapter.poll.bind(adapter);
    return this.once('poll', idempotencyKey, [adapter.id, poll], context, async () => {
      const received = await ask(poll);
      return { ...receipt(adapter.id, received), ...(received.pollId === undefined ? {} : { pollId: received.pollId }) };
    });
  }

  /** Delivers unless it was delivered under this key; where the server died while it did, it tries again. */
  private async once<T>(kind: string, key: string, request: unknown, { connection }: RequestContext, deliver: () => Promise<T>): Promise<T> {
    const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    const principalId = `${kind}:${connection.identity.principal.id}`;
    const state = await this.idempotency.wait({ key, principalId, requestHash, sessionId: NO_SESSION }, connection.closed);
    if (state.state === 'mismatch') throw invalidRequest('This idempotencyKey was used with another request. Use a new key for a new request.');
    if (state.state === 'done') return state.answer as T;
    try {
      const answer = await deliver();
      await state.claim.complete(answer);
      return answer;
    } catch (error) {
      await state.claim.abandon();
      throw error;
    }
  }
}

function receipt(channel: string, { messageId }: { messageId: string }): SendResult {
  return { runId: newId(), messageId, channel };
}
