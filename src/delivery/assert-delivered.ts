import { DeliveryDelayedError, DeliveryRefusedError } from './delivery.errors.js';
import type { DeliveryOutcome } from './delivery.js';

/** What was delivered, by its messageId. Throws DeliveryDelayedError where it is kept for later, DeliveryRefusedError where it has failed. */
export function assertDelivered({ state, messageId = '', problem = 'no reason is known' }: DeliveryOutcome): { messageId: string } {
  if (state === 'kept') throw new DeliveryDelayedError(problem);
  if (state === 'failed') throw new DeliveryRefusedError(`The message was not delivered: ${problem}`);
  return { messageId };
}
