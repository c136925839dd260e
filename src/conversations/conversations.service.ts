import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../common/domain-error.js';
import { newId } from '../common/ids.js';
import { headAtCodePoint } from '../common/text.js';
import { ConfigService } from '../config/config.service.js';
import { PromptService } from '../prompt/prompt.service.js';
import type { Principal } from '../security/principal.js';
import { SESSION_ID_PATTERN } from '../sessions/session-id.js';
import { SessionAccess } from '../sessions/session-access.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { messagesOf, type Conversation, type ConversationMessage } from './conversation.js';
import { MAX_TITLE_CHARACTERS } from './limits.js';

/** What a person may say of a conversation. */
export interface ConversationPatch {
  title?: string;
  model?: string;
}

/** The title of a conversation that was made without one. */
const NEW_TITLE = 'New Chat';

/**
 * The sessions as JarvisChat's clients know them: a view, with nothing stored of its own. Guests see those that they began, or all where
 * `guestReads` is `all`.
 */
@Injectable()
export class ConversationsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly access: SessionAccess,
    private readonly prompt: PromptService,
    private readonly config: ConfigService,
  ) {}

  /** Those that the caller may see, the last changed first. */
  async list(principal: Principal): Promise<Conversation[]> {
    const overviews = await this.sessions.all(this.access.seesAll(principal) ? {} : { owner: principal.id });
    return overviews.map(({ sessionId, title, createdAt, updatedAt, model }) => this.conversation(sessionId, title, { createdAt, updatedAt, model }));
  }

  /** Throws NotFoundError where there is none that the caller may see. */
  async read(id: string, principal: Principal): Promise<{ conversation: Conversation; messages: ConversationMessage[] }> {
    const transcript = SESSION_ID_PATTERN.test(id) ? await this.sessions.read(id) : undefined;
    if (transcript === undefined) throw noSuchConversation();
    if (!this.access.mayUse(transcript.metadata.owner, principal)) throw noSuchConversation();
    return { conversation: this.conversation(id, transcript.title, transcript.metadata), messages: messagesOf(transcript) };
  }

  /** Begins a session that holds nothing yet but its prompt. */
  async create({ title = '', model }: ConversationPatch): Promise<Conversation> {
    const id = newId();
    const name = shortTitle(title) || NEW_TITLE;
    return this.sessions.withSession(id, async (session) => {
      await session.updateMetadata({ name, ...(model === undefined ? {} : { model }) });
      await session.append([{ message: { role: 'system', content: this.prompt.storedPrompt } }]);
      return this.conversation(id, name, session.metadata);
    });
  }

  /** Throws NotFoundError where there is no such conversation. */
  async change(id: string, { title, model }: ConversationPatch): Promise<void> {
    if (!SESSION_ID_PATTERN.test(id) || (await this.sessions.read(id)) === undefined) throw noSuchConversation();
    if (title !== undefined) await this.sessions.rename(id, shortTitle(title));
    if (model !== undefined) await this.sessions.setModel(id, model);
  }

  /** Deletes the session with all that belongs to it; false where there is none. Waits for a running turn. */
  async delete(id: string): Promise<boolean> {
    if (!SESSION_ID_PATTERN.test(id)) return false;
    try {
      await this.sessions.delete(id);
      return true;
    } catch (error) {
      if (error instanceof NotFoundError) return false;
      throw error;
    }
  }

  /** Deletes all sessions but those in `keep`, and returns how many. */
  async deleteAll(keep: ReadonlySet<string> = new Set()): Promise<number> {
    let deleted = 0;
    for (const { sessionId } of await this.sessions.all()) {
      if (!keep.has(sessionId) && (await this.delete(sessionId))) deleted += 1;
    }
    return deleted;
  }

  private conversation(id: string, title: string, { createdAt, updatedAt, model }: { createdAt: string; updatedAt: string; model?: string | undefined }): Conversation {
    return { id, title, model: model ?? this.config.settings.selectedModel, createdAt, updatedAt };
  }
}

function shortTitle(title: string): string {
  return headAtCodePoint(title.replace(/[\s\x00-\x1f]+/g, ' ').trim(), MAX_TITLE_CHARACTERS).trim();
}

function noSuchConversation(): NotFoundError {
  return new NotFoundError('There is no such conversation.', { field: 'id' });
}
