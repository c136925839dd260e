export interface Scene {
  name: string;
  ask?: string;
  answer?: Record<string, unknown>;
  status?: number;
  offline?: boolean;
  open?: boolean;
  approvals?: unknown[];
  /** Frames of a run that goes on. */
  frames?: Record<string, unknown>[];
  /** Title and id of the sessions that there are, newest first. */
  sessions?: [string, string][];
  /** Whether the drawer is opened. */
  drawer?: boolean;
  waitFor?: string;
}

export const TOOL_CALLS: Record<string, unknown>[];
export const SCENES: Scene[];
