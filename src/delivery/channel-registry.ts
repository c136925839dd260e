import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../common/domain-error.js';
import type { ChannelAdapter } from './channel-adapter.js';

/** The channels that are configured. Channels register here; who sends knows nothing else of them. */
@Injectable()
export class ChannelRegistry {
  private readonly adapters = new Map<string, ChannelAdapter>();
  private readonly listeners = new Set<(adapter: ChannelAdapter) => void>();

  /** Adds a channel; the returned function takes it off again. */
  register(adapter: ChannelAdapter): () => void {
    this.adapters.set(adapter.id, adapter);
    for (const listener of this.listeners) listener(adapter);
    return () => this.adapters.delete(adapter.id);
  }

  /** Hears of every channel that is registered. A listener must not throw. */
  onRegister(listener: (adapter: ChannelAdapter) => void): void {
    this.listeners.add(listener);
  }

  /** The channel of this name, if it is configured. */
  get(id: string): ChannelAdapter | undefined {
    return this.adapters.get(id);
  }

  /** Every configured channel, in the order of registration. */
  list(): ChannelAdapter[] {
    return [...this.adapters.values()];
  }

  /** The channel of this name, or the only one where none is named. Throws InvalidInputError that names what is missing. */
  find(id?: string): ChannelAdapter {
    const names = [...this.adapters.keys()].join(', ');
    if (id !== undefined) {
      const named = this.adapters.get(id);
      if (named !== undefined) return named;
      throw new InvalidInputError(`The channel "${id}" is not configured. ${names === '' ? 'No channel is.' : `Configured: ${names}.`}`, { field: 'channel' });
    }
    const [only, ...others] = this.adapters.values();
    if (only !== undefined && others.length === 0) return only;
    const problem = only === undefined ? 'No channel is configured, so nothing can be delivered (channel: none named).' : `channel is missing: it must be one of ${names}.`;
    throw new InvalidInputError(problem, { field: 'channel' });
  }
}
