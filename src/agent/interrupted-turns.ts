import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { messageOf } from '../common/domain-error.js';
import type { ModelMessage } from '../model/model-message.js';
import type { LoggedToolCall, OpenSession, RunLogEntry } from '../sessions/session.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { INTERRUPTED_RESULT } from './history/provider-history.js';
import { INTERRUPTED_CONTRACT, INTERRUPTED_RESPONSE, INTERRUPTED_SUMMARY } from './interrupted-answer.js';
import { damageNotes } from './run-log.js';
import { answerOf } from './stored-answer.js';

const ENDING = { response: INTERRUPTED_RESPONSE, logSummary: INTERRUPTED_SUMMARY, status: 'interrupted' } as const;
const LATE_NOTE = 'the server stopped when the answer was stored; this line was written at the next start';

/**
 * Ends the turns that a crash cut: their open tool calls get an "interrupted" result, the question an answer that says what happened, and
 * the log a line with status `interrupted`; then the next message works as if nothing had been. A turn whose answer was stored and that
 * was cut right after it gets the line that it lacks.
 */
@Injectable()
export class InterruptedTurns implements OnApplicationBootstrap {
  private readonly logger = new Logger('Agent');

  constructor(
    private readonly sessions: SessionsService,
    private readonly clock: Clock,
  ) {}

  /** Mends every session that was cut, at start, without keeping the server from listening. */
  onApplicationBootstrap(): void {
    void this.mendAll();
  }

  /** Mends a session that is held. Does nothing where its last turn ended. */
  async mend(session: OpenSession): Promise<void> {
    if (!session.interrupted) return;
    const open = openCalls(session.messages);
    if (open.length === 0 && lastIsAnswer(session.messages)) return this.logStoredAnswer(session);
    const results = open.map(({ id }) => ({ message: { role: 'tool', tool_call_id: id, content: INTERRUPTED_RESULT } as const }));
    const answer = { message: { role: 'assistant', content: INTERRUPTED_CONTRACT } as const, annotation: { at: this.now() } };
    await session.append([...results, answer]);
    const toolCalls = open.map(({ name, args }): LoggedToolCall => ({ name, args, status: 'error', result: INTERRUPTED_RESULT }));
    await this.log(session, { toolCalls, ...ENDING });
  }

  /** The log's line is written at the same time as the answer: it may be there. */
  private async logStoredAnswer(session: OpenSession): Promise<void> {
    const { messages, metadata } = session;
    const storedAt = metadata.annotations?.[String(messages.length - 1)]?.at ?? metadata.updatedAt;
    const latest = await this.sessions.readLog(session.id, { limit: 1 });
    const begin = indexOfQuestion(session);
    if (begin === -1 || latest.some(({ ts }) => ts >= storedAt)) return;
    await this.log(session, answerOf(session, begin) ?? { toolCalls: [], ...ENDING }, [LATE_NOTE]);
  }

  private async log(session: OpenSession, ending: Pick<RunLogEntry, 'toolCalls' | 'response' | 'logSummary' | 'status'>, notes: readonly string[] = []): Promise<void> {
    const { toolCalls, response, logSummary, status } = ending;
    const all = [...notes, ...damageNotes(session.damage)];
    await session.appendLog({
      ts: this.now(),
      sessionId: session.id,
      iteration: 0,
      model: '',
      userInput: session.messages[indexOfQuestion(session)]?.content ?? '',
      toolCalls,
      response,
      logSummary,
      status,
      ...(all.length === 0 ? {} : { notes: all }),
    });
  }

  private async mendAll(): Promise<void> {
    try {
      for (const sessionId of await this.sessions.findInterrupted()) {
        await this.sessions.withSession(sessionId, (session) => this.mend(session));
        this.logger.warn(`The last turn of session ${sessionId} had been interrupted; it was closed.`);
      }
      await this.sessions.tidyAfterCrash();
    } catch (error) {
      this.logger.error(`Interrupted turns could not be closed: ${messageOf(error)}`);
    }
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}

/** The calls of the last step that have no result. */
function openCalls(messages: readonly ModelMessage[]): { id: string; name: string; args: Record<string, unknown> }[] {
  const answered = new Set<string>();
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index] as ModelMessage;
    if (message.role === 'tool') answered.add(message.tool_call_id);
    else if (message.role === 'assistant') {
      return (message.tool_calls ?? [])
        .filter((call) => !answered.has(call.id))
        .map((call) => ({ id: call.id, name: call.function.name, args: argumentsOf(call.function.arguments) }));
    } else if (message.role === 'user') return [];
  }
  return [];
}

function argumentsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function lastIsAnswer(messages: readonly ModelMessage[]): boolean {
  const last = messages.at(-1);
  return last === undefined || last.role === 'system' || (last.role === 'assistant' && last.tool_calls === undefined);
}

/** Index of what was asked last, or -1. */
function indexOfQuestion({ messages }: OpenSession): number {
  return messages.findLastIndex((message) => message.role === 'user');
}
