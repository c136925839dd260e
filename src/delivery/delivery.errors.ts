import { DomainError, TooManyRequestsError, type ErrorData } from '../common/domain-error.js';

/** The channel does not take the message, and would not later either. */
export class DeliveryRefusedError extends DomainError {
  override readonly code = 'delivery_refused';
}

/** The channel takes messages again after a while. */
export class ChannelBusyError extends TooManyRequestsError {}

/** The channel was asked and its answer was lost: it may have taken the message, or not. */
export class UncertainDeliveryError extends DomainError {
  override readonly code = 'delivery_uncertain';
}

/** The channel cannot be reached now; the message is kept, and goes out as soon as it can. */
export class DeliveryDelayedError extends DomainError {
  override readonly code = 'delivery_delayed';

  constructor(problem: string, data: ErrorData = {}) {
    super(`The message could not be delivered yet and is kept; it goes out as soon as the channel takes it (${problem}).`, data);
  }
}
