import type { EventName, EventPayload } from '../protocol/events.js';
import type { StateVersion } from '../protocol/schemas/frames.js';

/** How an event and a later one become one event for a client that does not keep up. */
export interface MergeRule {
  /** Events of one group keep their order: two are merged only where none of the group stands between them. */
  readonly group: string;
  /** Events of one key can be merged; one without a key never is. */
  readonly key?: string;
  /** The payload that stands for both; the later one's where absent. */
  readonly combine?: (earlier: unknown, later: unknown) => unknown;
}

/** An event on its way to one or many connections. */
export class OutboundEvent {
  private text?: string;

  constructor(
    readonly name: string,
    readonly payload: unknown,
    readonly options: {
      readonly merge?: MergeRule;
      /** Nothing is lost for good where it is left out: a later event says the same. */
      readonly droppable?: boolean;
      readonly stateVersion?: StateVersion;
    } = {},
  ) {}

  /** The payload as JSON: written once, however many connections it goes to. */
  get payloadText(): string {
    this.text ??= JSON.stringify(this.payload);
    return this.text;
  }

  /** The whole frame; without `seq` for an event that is meant for one connection. */
  frame(seq?: number): string {
    const { stateVersion } = this.options;
    const number = seq === undefined ? '' : `,"seq":${seq}`;
    const version = stateVersion === undefined ? '' : `,"stateVersion":${JSON.stringify(stateVersion)}`;
    return `{"type":"event","event":${JSON.stringify(this.name)},"payload":${this.payloadText}${number}${version}}`;
  }

  /** One event in place of this and a later one of the same key. */
  mergedWith(later: OutboundEvent): OutboundEvent {
    const combine = later.options.merge?.combine;
    if (combine === undefined) return later;
    return new OutboundEvent(later.name, combine(this.payload, later.payload), later.options);
  }
}

/** An event of the table, with the payload that the table says. */
export function outboundEvent<E extends EventName>(name: E, payload: EventPayload<E>, options?: OutboundEvent['options']): OutboundEvent {
  return new OutboundEvent(name, payload, options);
}
