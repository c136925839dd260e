/** How far a sub-agent is. `interrupted`: the server stopped while it was at work. */
export type SubAgentStatus = 'running' | 'ok' | 'error' | 'stopped' | 'interrupted';

/** A run that the agent began for a part of its work. */
export interface SubAgent {
  /** Also the id of its session. */
  readonly id: string;
  /** The session that began it and is told of its end. */
  readonly parent: string;
  readonly label: string;
  readonly task: string;
  /** 1 for one that the agent itself began. */
  readonly depth: number;
  /** The only tools that it has. */
  readonly tools: readonly string[];
  readonly status: SubAgentStatus;
  /** Its answer, or why there is none. */
  readonly result: string | null;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string | null;
}
