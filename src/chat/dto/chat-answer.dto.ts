import { ApiProperty } from '@nestjs/swagger';
import type { TurnAnswer } from '../../agent/agent-event.js';
import type { RunStatus } from '../../sessions/session.js';

/** One tool call of a turn. */
export class ToolCallDto {
  @ApiProperty({ example: 'list_dir' })
  name!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, example: { path: '.' } })
  args!: Record<string, unknown>;

  @ApiProperty({ enum: ['ok', 'error'], description: '`error` also where the tool itself returned {"status":"error"}.' })
  status!: 'ok' | 'error';

  @ApiProperty({ example: '{"status":"ok","path":"/home/me","entries":[]}', description: 'What the model read, as text.' })
  result!: string;
}

/** The answer of `POST /api/chat` (docs/agent.md, "Entry Points"). */
export class ChatAnswerDto {
  @ApiProperty({ example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10', description: 'Send it with the next message.' })
  sessionId!: string;

  @ApiProperty({ example: 'Your home directory holds three files.', description: 'The answer, as plain text or simple Markdown.' })
  response!: string;

  @ApiProperty({ example: 'User asked for the files in the home directory. Listed it with list_dir.' })
  logSummary!: string;

  @ApiProperty({ type: [ToolCallDto], description: 'Every tool call of the turn, in order; empty where there was none.' })
  toolCalls!: ToolCallDto[];

  @ApiProperty({
    enum: ['ok', 'tool_failed', 'intervention_required', 'aborted'],
    description: 'How the last run ended. `tool_failed`: answered, but a tool failed on the way. `intervention_required`: a person has to decide how to go on.',
  })
  status!: RunStatus;

  @ApiProperty({ example: '7f4df2c8-3a54-4a27-8d0a-98d8f8f3d7a1', description: 'Names the turn, in logs and for /api/runs.' })
  runId!: string;

  @ApiProperty({ enum: [true], example: true, required: false, description: 'Nothing is to be said: `response` is the model\'s word for that (NO_REPLY). Absent otherwise.' })
  silent?: true;

  /** The contract's fields of a turn's answer. */
  static from(answer: TurnAnswer): ChatAnswerDto {
    const { sessionId, response, logSummary, toolCalls, status, runId, silent } = answer;
    return { sessionId, response, logSummary, toolCalls, status, runId, ...(silent === undefined ? {} : { silent }) };
  }
}
