import { Injectable } from '@nestjs/common';
import { ChatCommandProvider, type ChatCommand, type ChatCommandCall, type ChatCommandReply } from '../../commands/chat-command.js';
import { InvalidInputError } from '../../common/domain-error.js';
import type { ApprovalDecision } from '../../tools/approval.js';
import { ApprovalsService } from '../../tools/approvals.service.js';

const DECISIONS: readonly ApprovalDecision[] = ['allow-once', 'allow-always', 'deny'];

/** `/approve`: decides on a command that waits, where there are no buttons for it; alone it lists what waits. */
@ChatCommandProvider()
@Injectable()
export class ApproveCommand implements ChatCommand {
  readonly name = 'approve';
  readonly usage = '<id> allow-once|allow-always|deny';
  readonly summary = 'Decide on a command that waits for you; alone: list what waits.';
  readonly isOwnersOnly = true;

  constructor(private readonly approvals: ApprovalsService) {}

  async run({ argument, principal }: ChatCommandCall): Promise<ChatCommandReply> {
    if (argument === '') return { text: this.waiting() };
    const [id = '', word = '', ...rest] = argument.split(/\s+/);
    const decision = DECISIONS.find((known) => known === word.toLowerCase());
    if (decision === undefined || rest.length > 0) throw new InvalidInputError(`Usage: \`/approve ${this.usage}\`. \`/approve\` alone lists what waits.`);
    const { display } = await this.approvals.decide(id, decision, principal);
    return { text: `${decision}: \`${display.replaceAll('`', "'")}\`` };
  }

  private waiting(): string {
    const lines = this.approvals.list().map(({ id, display, directory }) => `- \`${id}\`: \`${display.replaceAll('`', "'")}\` in \`${directory}\``);
    return lines.length === 0 ? 'Nothing waits for a decision.' : `These wait for a decision:\n\n${lines.join('\n')}`;
  }
}
