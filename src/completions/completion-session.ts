import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../security/principal.js';
import type { SessionTranscript } from '../sessions/session.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { CallerMessage } from './chat-completion-request.js';

/** Conversations of one caller that begin with the same words and then differ. */
const MAX_NAMESAKES = 50;

/**
 * Finds the session that a stateless request goes on with. Programs of this API send the whole conversation each time; without this, every
 * turn of it would be a conversation of its own. The id is derived from the caller and the first message, and a candidate counts
 * only where its user messages are exactly those of the request before the last.
 */
@Injectable()
export class CompletionSession {
  constructor(private readonly sessions: SessionsService) {}

  /** A session id: of the conversation that matches, else one that is free. */
  async find(messages: readonly CallerMessage[], principal: Principal): Promise<string> {
    const said = messages.filter((message) => message.role === 'user').map((message) => message.text.trim());
    const earlier = said.slice(0, -1);
    const base = `openai-${createHash('sha256').update(`${principal.id}\n${said[0] ?? ''}`).digest('hex').slice(0, 24)}`;
    for (let number = 1; number <= MAX_NAMESAKES; number += 1) {
      const id = number === 1 ? base : `${base}-${number}`;
      const transcript = await this.sessions.read(id);
      if (transcript === undefined || isSame(userTexts(transcript), earlier)) return id;
    }
    return `${base}-${Date.now().toString(36)}`;
  }
}

/** What a person or program said, without the server's own words after a handoff. */
function userTexts({ messages, metadata }: SessionTranscript): string[] {
  return messages.flatMap((message, index) =>
    message.role === 'user' && metadata.annotations?.[String(index)]?.kind === undefined ? [message.content.trim()] : [],
  );
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}
