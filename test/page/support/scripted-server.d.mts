import type { StoredSession } from './transcripts.mjs';

export interface RecordedRequest {
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
  body: unknown;
}

export interface ScriptedRun {
  readonly runId: string;
  readonly sessionId: string;
  readonly isEnded: boolean;
  readonly watcherCount: number;
  emit(content: Record<string, unknown>): this;
  say(...pieces: string[]): this;
  end(status?: string): this;
  fail(error: string, status?: string, errorKey?: string): this;
  cut(): void;
}

export const STRICT_POLICY: string;

export class ScriptedServer {
  static start(): Promise<ScriptedServer>;
  requests: RecordedRequest[];
  health: Record<string, unknown>;
  approvals: unknown;
  runs: ScriptedRun[];
  transcripts: StoredSession[];
  readonly url: string;
  readonly activeRuns: ScriptedRun[];
  readonly messages: unknown[];
  readonly watcherCount: number;
  requestsTo(method: string, path: string): RecordedRequest[];
  answer(body: unknown, status?: number, headers?: Record<string, string>): void;
  reply(route: string, answer: unknown): void;
  answerText(text: string, status: number): void;
  begin(sessionId: string): ScriptedRun;
  reset(): void;
  stop(): Promise<void>;
}

export function chatAnswer(fields?: Record<string, unknown>): Record<string, unknown>;
