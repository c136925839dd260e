import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { Database, type Row } from '../storage/database/database.js';
import { MAX_LISTED } from './limits.js';
import type { SubAgent, SubAgentStatus } from './sub-agent.js';

/** Where sub-agents are kept. Throws StorageError as the database does. */
@Injectable()
export class SubAgentsStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  add(begun: Pick<SubAgent, 'id' | 'parent' | 'label' | 'task' | 'depth' | 'tools'>): SubAgent {
    const { id, parent, label, task, depth, tools } = begun;
    this.database
      .prepare('INSERT INTO sub_agents (id, parent, label, task, depth, tools, status, started_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(id, parent, label, task, depth, JSON.stringify(tools), 'running', this.now());
    return this.get(id) as SubAgent;
  }

  get(id: string): SubAgent | undefined {
    const row = this.database.prepare('SELECT * FROM sub_agents WHERE id = ?').get(id);
    return row && toSubAgent(row);
  }

  /** The newest first; of one session where it is named. */
  list(parent?: string): SubAgent[] {
    const rows =
      parent === undefined
        ? this.database.prepare('SELECT * FROM sub_agents ORDER BY started_at DESC, id LIMIT ?').all(MAX_LISTED)
        : this.database.prepare('SELECT * FROM sub_agents WHERE parent = ? ORDER BY started_at DESC, id LIMIT ?').all(parent, MAX_LISTED);
    return rows.map(toSubAgent);
  }

  /** Those that run, or whose parent has not been told of their end. */
  open(): SubAgent[] {
    return this.database.prepare('SELECT * FROM sub_agents WHERE announced = 0 ORDER BY started_at').all().map(toSubAgent);
  }

  /** Ends one that runs; what has ended stays as it is. */
  end(id: string, status: SubAgentStatus, result: string): void {
    this.database.prepare("UPDATE sub_agents SET status = ?, result = ?, ended_at = ? WHERE id = ? AND status = 'running'").run(status, result, this.now(), id);
  }

  announced(id: string): void {
    this.database.prepare('UPDATE sub_agents SET announced = 1 WHERE id = ?').run(id);
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}

function toSubAgent(row: Row): SubAgent {
  return {
    id: String(row['id']),
    parent: String(row['parent']),
    label: String(row['label']),
    task: String(row['task']),
    depth: Number(row['depth']),
    tools: JSON.parse(String(row['tools'])) as string[],
    status: row['status'] as SubAgentStatus,
    result: row['result'] === null ? null : String(row['result']),
    startedAt: String(row['started_at']),
    endedAt: row['ended_at'] === null ? null : String(row['ended_at']),
  };
}
