import { DiscoveryService } from '@nestjs/core';
import type { Principal } from '../security/principal.js';

/** A command that somebody entered in a chat. */
export interface ChatCommandCall {
  /** What follows the name, trimmed: `list` in `/context list`. */
  readonly argument: string;
  /** The session in which it was entered; it may not exist yet. */
  readonly sessionId: string;
  /** The run that answers the command. */
  readonly runId: string;
  readonly principal: Principal;
}

/** The answer to a command. */
export interface ChatCommandReply {
  /** Markdown. */
  readonly text: string;
  /** The session that the chat goes on with; the same one where absent. */
  readonly sessionId?: string;
}

/**
 * Something that a person can order in any chat with a message that begins with `/name`: it is answered at once, without the model, and
 * stands in no history. Found by `@ChatCommandProvider()`.
 */
export interface ChatCommand {
  /** Lower case, without the slash. */
  readonly name: string;
  /** What may follow the name: `list|detail|json`; empty where nothing may. */
  readonly usage: string;
  /** What it does, one line. */
  readonly summary: string;
  /** Guests may not. */
  readonly isOwnersOnly: boolean;
  /** Throws DomainError, whose message is then the answer. */
  run(call: ChatCommandCall): Promise<ChatCommandReply>;
}

/** Marks a provider class as a ChatCommand. */
export const ChatCommandProvider = DiscoveryService.createDecorator();
