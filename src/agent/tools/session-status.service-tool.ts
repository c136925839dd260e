import { Injectable, Logger } from '@nestjs/common';
import { InvalidInputError, messageOf } from '../../common/domain-error.js';
import { ConfigService } from '../../config/config.service.js';
import { AccessDeniedError } from '../../security/errors.js';
import { isOwner } from '../../security/principal.js';
import { DEFAULT_REASONING_LEVEL } from '../../sessions/reasoning-level.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { TimeService } from '../../time/time.service.js';
import type { ServiceTool, ToolContext } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import { RunRegistry } from '../run-registry.js';

/** The word that takes a session's own model away. */
const DEFAULT_MODEL = 'default';

/** `session_status`: which time it is, and what a session is and does; sets the session's model. */
@ServiceToolProvider()
@Injectable()
export class SessionStatusTool implements ServiceTool {
  private readonly logger = new Logger('Agent');
  readonly name = 'session_status';
  readonly description =
    'Tells the current date and time in the user\'s time zone and in UTC, and the status of a session: model, tokens used, what runs. Call it whenever ' +
    'you need the time. With "model" it also sets the model that this session asks from its next message on; "default" takes that back.';
  readonly parameters = {
    type: 'object' as const,
    properties: {
      sessionKey: { type: 'string', description: 'Id of another session; this one where absent.' },
      model: { type: 'string', description: 'Model id for the session, or "default". Only when the user asks for it.' },
    },
    required: [],
  };

  constructor(
    private readonly sessions: SessionsService,
    private readonly runs: RunRegistry,
    private readonly time: TimeService,
    private readonly config: ConfigService,
  ) {}

  async run(args: Readonly<Record<string, unknown>>, { sessionId, principal }: ToolContext): Promise<unknown> {
    const sessionKey = textOf(args, 'sessionKey') ?? sessionId;
    const model = textOf(args, 'model');
    if (!isOwner(principal) && (sessionKey !== sessionId || model !== undefined)) throw new AccessDeniedError('Only the owner may ask for other sessions or set a model.');
    const transcript = await this.sessions.read(sessionKey);
    if (transcript === undefined) throw new InvalidInputError(`There is no session ${sessionKey}; sessions_list or get_recent_sessions says which there are.`);
    const next = model === undefined ? transcript.metadata.model : model === DEFAULT_MODEL ? undefined : model;
    if (model !== undefined) this.setModel(sessionKey, next);
    const now = await this.time.describe();
    const { tokenUsage, reasoningLevel = DEFAULT_REASONING_LEVEL } = transcript.metadata;
    const running = this.runs.activeOf(sessionKey).length;
    const lines = [
      `Time: ${now.local} (${now.timeZone}); ${now.iso}; ${now.timestampUtc}; ${now.timestampMs} ms since 1970`,
      `Session: ${sessionKey}, ${transcript.messages.length} messages`,
      `Model: ${next ?? this.config.settings.selectedModel}${next === undefined ? ' (the selected one)' : ' (of this session)'}${model === undefined ? '' : ', from the next message on'}`,
      `Running: ${running}`,
      tokenUsage === undefined ? 'Tokens: the provider told none' : `Tokens: ${tokenUsage.prompt} in, ${tokenUsage.cached} of them cached, ${tokenUsage.completion} out`,
      `Reasoning: ${reasoningLevel}`,
    ];
    return { status: 'ok', ok: true, sessionKey, changedModel: model !== undefined, statusText: lines.join('\n'), ...now };
  }

  /** Not waited for: a session is changed between its turns, and the turn that asks is one of them. */
  private setModel(sessionId: string, model: string | undefined): void {
    this.sessions.setModel(sessionId, model).catch((error: unknown) => {
      this.logger.error(`The model of session ${sessionId} could not be set: ${messageOf(error)}`);
    });
  }
}

function textOf(args: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.trim() === '') throw new InvalidInputError(`"${name}" must be a text.`);
  return value.trim();
}
