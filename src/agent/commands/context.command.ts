import { Injectable } from '@nestjs/common';
import { ChatCommandProvider, type ChatCommand, type ChatCommandCall, type ChatCommandReply } from '../../commands/chat-command.js';
import { PromptReports } from '../prompt-reports.service.js';
import { contextDetail, contextList } from './context-text.js';

const USAGE = 'Usage: `/context list` shows what the prompt is made of and how large it is, `/context detail` each section, skill and tool, `/context json` all of it for programs.';

/** `/context`: what the model was told in this session, or would be told now. */
@ChatCommandProvider()
@Injectable()
export class ContextCommand implements ChatCommand {
  readonly name = 'context';
  readonly usage = 'list|detail|json';
  readonly summary = 'Show what the prompt is made of, with sizes.';
  readonly isOwnersOnly = true;

  constructor(private readonly reports: PromptReports) {}

  async run({ argument, sessionId, principal }: ChatCommandCall): Promise<ChatCommandReply> {
    const mode = argument.toLowerCase();
    if (mode === '' || mode === 'help') return { text: USAGE };
    const report = await this.reports.report(sessionId, principal);
    switch (mode) {
      case 'list':
      case 'show':
        return { text: contextList(report) };
      case 'detail':
      case 'deep':
        return { text: contextDetail(report) };
      case 'json':
        return { text: `\`\`\`json\n${JSON.stringify({ report, session: { sessionId } }, null, 2)}\n\`\`\`` };
      default:
        return { text: `There is no \`/context ${argument}\`. ${USAGE}` };
    }
  }
}
