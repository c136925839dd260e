import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { toWellFormedText } from '../common/text.js';
import { BodyTooLargeError } from '../security/errors.js';
import { Database } from '../storage/database/database.js';
import { MAX_PROFILE_CHARACTERS } from './limits.js';

/** What the owner wants the model to know in every conversation. */
export interface Profile {
  readonly content: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** The one profile: a text that stands in the owner's prompts. Both methods throw StorageError where the database cannot be used. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  read(): Profile {
    const row = this.database.prepare<Profile>('SELECT content, updated_at AS updatedAt FROM profile WHERE id = 1').get();
    return row === undefined ? { content: '', updatedAt: this.now() } : { content: row.content, updatedAt: row.updatedAt };
  }

  /** Replaces the text; an empty one is a profile that says nothing. Throws BodyTooLargeError. */
  write(content: string): Profile {
    if (content.length > MAX_PROFILE_CHARACTERS) {
      throw new BodyTooLargeError(`content must have at most ${MAX_PROFILE_CHARACTERS} characters; it has ${content.length}.`, { field: 'content' });
    }
    const profile = { content: toWellFormedText(content), updatedAt: this.now() };
    this.database
      .prepare('INSERT INTO profile (id, content, updated_at) VALUES (1, ?, ?) ON CONFLICT (id) DO UPDATE SET content = excluded.content, updated_at = excluded.updated_at')
      .run(profile.content, profile.updatedAt);
    return profile;
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}
