export interface RecordedRequest {
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
  body: unknown;
}

export const STRICT_POLICY: string;

export class ScriptedServer {
  static start(): Promise<ScriptedServer>;
  requests: RecordedRequest[];
  health: Record<string, unknown>;
  approvals: unknown;
  readonly url: string;
  readonly messages: unknown[];
  readonly waitingCount: number;
  answer(body: unknown, status?: number, headers?: Record<string, string>): void;
  answerText(text: string, status: number): void;
  reset(): void;
  stop(): Promise<void>;
}

export function chatAnswer(fields?: Record<string, unknown>): Record<string, unknown>;
