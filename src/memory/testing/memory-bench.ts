import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LibsqlDatabase } from '../../storage/database/libsql-database.js';
import { FixedClock } from '../../storage/testing/fixed-clock.js';
import { MemorySchema } from '../memory.schema.js';
import { MemoryService } from '../memory.service.js';

/** MemoryService on a real database in a throw-away folder, with a clock that stands still. */
export class MemoryBench {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'jarvis-memory-'));
  readonly clock = new FixedClock();
  readonly database = new LibsqlDatabase(path.join(this.folder, 'jarvis.db'), () => [new MemorySchema()], this.clock);
  readonly memory = new MemoryService(this.database, this.clock);

  /** Remembers facts and returns their numbers. */
  know(...facts: string[]): number[] {
    return this.database.transaction(() => facts.map((fact) => this.memory.add({ fact }, { source: 'test', sessionId: 's1' }).fact.rowid));
  }

  /** The facts that a search finds, best first. */
  async found(query: string, limit = 10): Promise<string[]> {
    return (await this.memory.search(query, limit)).map(({ fact }) => fact);
  }

  async close(): Promise<void> {
    await this.database.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
