import { Injectable } from '@nestjs/common';
import { ChatCommandProvider, type ChatCommand, type ChatCommandCall, type ChatCommandReply } from '../../commands/chat-command.js';
import { packageVersion } from '../../common/package-root.js';
import { ConfigService } from '../../config/config.service.js';
import { AccessDeniedError } from '../../security/errors.js';
import { isOwner } from '../../security/principal.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { RunRegistry } from '../run-registry.js';

/** `/status`: what this session is and does. */
@ChatCommandProvider()
@Injectable()
export class StatusCommand implements ChatCommand {
  readonly name = 'status';
  readonly usage = '';
  readonly summary = 'Say which session and model this is, what runs, and how many tokens were used.';
  readonly isOwnersOnly = false;

  constructor(
    private readonly sessions: SessionsService,
    private readonly runs: RunRegistry,
    private readonly config: ConfigService,
  ) {}

  async run({ sessionId, runId, principal }: ChatCommandCall): Promise<ChatCommandReply> {
    const transcript = await this.sessions.read(sessionId);
    const isTheirs = transcript === undefined || isOwner(principal) || transcript.metadata.owner === principal.id;
    if (!isTheirs) throw new AccessDeniedError('This session is somebody else\'s.');
    const { model, tokenUsage } = transcript?.metadata ?? {};
    const running = this.runs.activeOf(sessionId).filter((run) => run.runId !== runId).length;
    const lines = [
      `Jarvis ${packageVersion}`,
      `Session: \`${sessionId}\`${transcript === undefined ? ' (nothing said yet)' : `, ${transcript.messages.length} messages stored`}`,
      `Model: \`${model ?? this.config.settings.selectedModel}\`${model === undefined ? '' : ' (of this session)'}`,
      `Running: ${running === 0 ? 'nothing' : running === 1 ? 'one message' : `${running} messages`}`,
      `Tokens: ${tokenUsage === undefined ? 'none were reported by the provider' : `${tokenUsage.prompt} in (${tokenUsage.cached} of them from its cache), ${tokenUsage.completion} out, as the provider told`}`,
    ];
    return { text: lines.map((line) => `- ${line}`).join('\n') };
  }
}
