import type { Clock } from '../common/clock.js';
import { ConflictError } from '../common/domain-error.js';
import type { ModelMessage } from '../model/model-message.js';
import type { SessionLogStore } from '../storage/session-log-store.js';
import type { ConversationWriter } from '../storage/session-store.js';
import type { DamageReport, OpenSession, RunLogEntry, SessionMessage, SessionMetadata } from './session.js';

/** A session in the hands of one turn. When the turn is over it stores nothing any more, whoever still holds it. */
export class TurnSession implements OpenSession {
  readonly isNew: boolean;
  private over = false;
  private logging: Promise<unknown> = Promise.resolve();

  constructor(
    readonly id: string,
    private readonly writer: ConversationWriter,
    private readonly log: SessionLogStore,
    private readonly clock: Clock,
  ) {
    this.isNew = writer.messages.length === 0;
  }

  get metadata(): Readonly<SessionMetadata> {
    return this.writer.metadata;
  }

  get messages(): readonly ModelMessage[] {
    // Written by us or by the original, and checked for a role when read; the agent makes them fit for a provider.
    return this.writer.messages as readonly ModelMessage[];
  }

  get damage(): readonly DamageReport[] {
    return this.writer.damage;
  }

  get interrupted(): boolean {
    return this.writer.interrupted;
  }

  async append(messages: readonly SessionMessage[]): Promise<void> {
    await (await this.write(messages)).stored;
  }

  write(messages: readonly SessionMessage[]): Promise<{ stored: Promise<void> }> {
    this.assertRunning();
    const at = this.clock.now().toISOString();
    return this.writer.write(
      messages.map(({ message, annotation }) => (message.role === 'user' ? { message, annotation: { at, ...annotation } } : { message, annotation })),
    );
  }

  async updateMetadata(patch: Partial<SessionMetadata>): Promise<void> {
    this.assertRunning();
    await this.writer.updateMetadata(patch);
  }

  async appendLog(entry: RunLogEntry): Promise<void> {
    this.assertRunning();
    // In the order in which they were given, also where the caller does not wait.
    const appended = this.logging.then(() => this.log.append(this.id, entry));
    this.logging = appended.catch(() => undefined);
    await appended;
  }

  /** Ends the turn when all that was given to it is stored. Does not throw. Returns the bytes that are left to settle. */
  async end(completed: boolean): Promise<number> {
    this.over = true;
    await this.logging;
    await this.writer.close({ completed });
    return this.writer.unsettledBytes;
  }

  private assertRunning(): void {
    if (this.over) throw new ConflictError('The turn is over; nothing more can be stored in it.', { sessionId: this.id });
  }
}
