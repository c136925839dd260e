import { InvalidInputError } from '../common/domain-error.js';

/** Where a message goes. */
export interface DeliveryTarget {
  channel: string;
  to: string;
  threadId?: string;
}

const TARGET = /^([a-z][a-z0-9_-]*):([^\s:]+)(?::([^\s:]+))?$/;

/** Reads `telegram:12345`, with a topic of a group `telegram:-10012345:7`. Throws InvalidInputError. */
export function parseTarget(target: string): DeliveryTarget {
  const [, channel, to, threadId] = TARGET.exec(target) ?? [];
  if (channel === undefined || to === undefined) {
    throw new InvalidInputError(`The target "${target}" is none: it must be a channel and a chat, like "telegram:12345".`, { field: 'target' });
  }
  return { channel, to, ...(threadId === undefined ? {} : { threadId }) };
}
