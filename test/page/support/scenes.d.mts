export interface Scene {
  name: string;
  ask?: string;
  answer?: Record<string, unknown>;
  status?: number;
  offline?: boolean;
  open?: boolean;
  approvals?: unknown[];
  waitFor?: string;
}

export const TOOL_CALLS: Record<string, unknown>[];
export const SCENES: Scene[];
