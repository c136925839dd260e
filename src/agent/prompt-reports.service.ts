import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { ConfigService } from '../config/config.service.js';
import { PromptService } from '../prompt/prompt.service.js';
import { KeptPrompts, type KeptPrompt } from '../prompt/report/kept-prompts.js';
import { promptReport, type PromptReport } from '../prompt/report/prompt-report.js';
import type { Principal } from '../security/principal.js';
import type { SessionTranscript } from '../sessions/session.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ToolRunner } from '../tools/tool.js';
import { promptContext } from './turn-prompt.js';

/** Says what a session's last prompt was made of, or what one would be made of now. */
@Injectable()
export class PromptReports {
  constructor(
    private readonly prompt: PromptService,
    private readonly kept: KeptPrompts,
    private readonly tools: ToolRunner,
    private readonly sessions: SessionsService,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /** @param sessionId a session that need not exist: the report is then an estimate */
  async report(sessionId: string, principal: Principal): Promise<PromptReport> {
    const transcript = await this.sessions.read(sessionId);
    const kept = this.kept.of(sessionId);
    const { baseUrl, contextTokens, agents } = this.config.settings;
    const { bootstrapMaxChars, bootstrapTotalMaxChars, bootstrapPromptTruncationWarning: warningMode } = agents.defaults;
    const sessionTokens = transcript?.metadata.tokenUsage;
    return promptReport(kept ?? (await this.estimate(sessionId, transcript, principal)), {
      source: kept === undefined ? 'estimate' : 'run',
      sessionId,
      provider: baseUrl,
      workspaceDir: this.config.workspace,
      bootstrapMaxChars,
      bootstrapTotalMaxChars,
      warningMode,
      ...(sessionTokens === undefined ? {} : { sessionTokens }),
      ...(contextTokens === undefined ? {} : { contextTokens }),
    });
  }

  private async estimate(sessionId: string, transcript: SessionTranscript | undefined, principal: Principal): Promise<KeptPrompt> {
    const tools = (await this.tools.offered(principal)).definitions;
    const metadata = transcript?.metadata ?? { handoffCount: 0, createdAt: '', updatedAt: '' };
    const model = metadata.model ?? this.config.settings.selectedModel;
    const first = transcript?.messages[0];
    const stored = first?.role === 'system' ? first.content : this.prompt.storedPrompt;
    const context = promptContext({ id: sessionId, metadata }, { principal }, model, tools);
    const assembled = await this.prompt.render(stored, context);
    return { assembled, model, mode: context.mode, tools, at: this.clock.now().toISOString() };
  }
}
