export type StoredMessage = Record<string, unknown>;

export interface StoredSession {
  sessionId: string;
  title: string;
  metadata: Record<string, unknown>;
  messages: StoredMessage[];
}

export function storedAnswer(response: string, fields?: Record<string, unknown>): StoredMessage;
export function storedCall(name: string, args: unknown, result: unknown, id?: string): StoredMessage[];
export function transcript(sessionId: string, messages: StoredMessage[], options?: { title?: string; updatedAt?: string }): StoredSession;
