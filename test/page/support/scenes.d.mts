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
  /** The view of the drawer that is opened. */
  view?: string;
  /** What is pressed in it, by its text. */
  press?: string[];
  /** Answers of the server by route. */
  replies?: Record<string, unknown>;
  waitFor?: string;
  /** What is there when all is open. */
  thenWaitFor?: string;
}

export const TOOL_CALLS: Record<string, unknown>[];
export const SCENES: Scene[];
