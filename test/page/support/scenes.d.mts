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
  /** Names of files that are added in it. */
  files?: string[];
  search?: string;
  /** What is chosen in its fields; it is closed then. */
  choose?: Record<string, string>;
  /** The name of a file that goes with the message. */
  attach?: string;
  waitFor?: string;
  thenPress?: string;
  /** What is there when all is open. */
  thenWaitFor?: string;
}

export const TOOL_CALLS: Record<string, unknown>[];
export const SCENES: Scene[];
