import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { messageOf } from '../common/domain-error.js';
import { TurnContextContributor, type TurnContext, type TurnContextProvider, type TurnContextRequest } from './turn-context.js';

/** Asks all features what they have for a turn and puts it together, in their order. */
@Injectable()
export class TurnContextService implements OnApplicationBootstrap {
  private readonly logger = new Logger('Prompt');
  private providers: readonly TurnContextProvider[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    this.providers = this.discovery
      .getProviders({ metadataKey: TurnContextContributor.KEY })
      .map((wrapper) => wrapper.instance as TurnContextProvider)
      .sort((a, b) => a.order - b.order || a.name.localeCompare(b.name));
  }

  /** Never rejects but with the signal's reason: a broken feature must not keep the agent from answering. */
  async prepare(turn: TurnContextRequest): Promise<TurnContext> {
    const found = await Promise.all(this.providers.map((provider) => this.ask(provider, turn)));
    turn.signal.throwIfAborted();
    return joinTurnContexts(found);
  }

  private async ask(provider: TurnContextProvider, turn: TurnContextRequest): Promise<TurnContext> {
    try {
      return (await provider.prepare(turn)) ?? {};
    } catch (error) {
      if (turn.signal.aborted) return {};
      this.logger.error(`"${provider.name}" was left out of a turn: ${messageOf(error)}`);
      return { notes: [`${provider.name} was left out: ${messageOf(error)}`] };
    }
  }
}

/** One context of several: texts and replies with blank lines between, and after the texts what the person was shown. */
export function joinTurnContexts(contexts: readonly TurnContext[]): TurnContext {
  const reply = joined(contexts.map((context) => context.reply));
  const shown = reply === undefined ? undefined : `[The user is shown this before your answer; do not repeat it: ${JSON.stringify(reply)}]`;
  const context = joined([...contexts.map((one) => one.context), shown]);
  const cites = contexts.flatMap((one) => one.cite ?? []);
  const notes = contexts.flatMap((one) => one.notes ?? []);
  return {
    ...(context === undefined ? {} : { context }),
    ...(reply === undefined ? {} : { reply }),
    ...(cites.length === 0 ? {} : { cite: (response: string) => cites.flatMap((cite) => cite(response)) }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function joined(texts: readonly (string | undefined)[]): string | undefined {
  const present = texts.filter((text) => text !== undefined && text.trim() !== '');
  return present.length === 0 ? undefined : present.join('\n\n');
}
