import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../config/config.service.js';
import { PromptContributions } from '../contributions/prompt-contributions.js';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** How calls are made and how approvals are asked for. A provider may replace the first part. */
@PromptSectionProvider()
@Injectable()
export class ToolCallStyleSection implements PromptSection {
  readonly name = 'Tool Call Style';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.toolCallStyle;
  readonly modes = ['full', 'minimal'] as const;

  constructor(
    private readonly contributions: PromptContributions,
    private readonly config: ConfigService,
  ) {}

  render(context: PromptContext): Promise<string | undefined> {
    const style = this.contributions.replacement('tool_call_style', context) ?? STYLE;
    const asks = context.tools.has('exec') && this.config.settings.tools.exec.ask !== 'off';
    if (!asks) return Promise.resolve(style);
    return Promise.resolve(`${style}\n${context.channel?.hasApprovalButtons === false ? WITH_COMMAND : WITH_BUTTONS}`);
  }
}

const STYLE = `## Tool Call Style
Call tools without announcing each call. Say what you are doing only where it helps: work of many steps, something that cannot be undone, or because you were asked.`;

const WITH_BUTTONS = `A command that waits for approval is shown to the person with buttons: rely on them. Do not ask for approval in words, and write an \`/approve\` command only where a tool's result says that this chat has no other way.`;

const WITH_COMMAND = `A command that waits for approval cannot be shown with buttons here: the person decides with \`/approve <id> allow-once|allow-always|deny\`, and \`/approve\` alone lists what waits. Tell them so where one waits.`;
