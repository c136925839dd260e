import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../../common/domain-error.js';
import { ConfigService } from '../../config/config.service.js';
import { isOwner, type Principal } from '../../security/principal.js';
import type { ServiceTool } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import { MAX_PLAN_STEP_CHARACTERS, MAX_PLAN_STEPS } from '../limits.js';

const STATUSES = ['pending', 'in_progress', 'completed'] as const;

/** `update_plan`: the model's plan of its work. It stands in the conversation as the call that gave it, and nowhere else. */
@ServiceToolProvider()
@Injectable()
export class UpdatePlanTool implements ServiceTool {
  readonly name = 'update_plan';
  readonly description = 'Write down or update the plan for work of several steps: all steps in order, each with its status, exactly one of them in_progress until all are completed.';
  readonly parameters = {
    type: 'object' as const,
    properties: {
      explanation: { type: 'string', description: 'Why the plan changed, in a sentence.' },
      plan: {
        type: 'array',
        items: { type: 'object', properties: { step: { type: 'string' }, status: { type: 'string', enum: STATUSES } }, required: ['step', 'status'] },
      },
    },
    required: ['plan'],
  };

  constructor(private readonly config: ConfigService) {}

  isOfferedTo(principal: Principal): boolean {
    return this.config.settings.tools.updatePlan && isOwner(principal);
  }

  run({ plan }: Readonly<Record<string, unknown>>): Promise<unknown> {
    if (!Array.isArray(plan) || plan.length === 0 || plan.length > MAX_PLAN_STEPS) throw new InvalidInputError(`"plan" must be a list of 1 to ${MAX_PLAN_STEPS} steps.`);
    const statuses = plan.map((entry: unknown, index) => statusOf(entry, index + 1));
    const current = statuses.filter((status) => status === 'in_progress').length;
    const isDone = statuses.every((status) => status === 'completed');
    if (!isDone && current !== 1) throw new InvalidInputError(`Exactly one step must be in_progress while the work is not done; this plan has ${current}.`);
    return Promise.resolve({ status: 'ok', steps: statuses.length, completed: statuses.filter((status) => status === 'completed').length });
  }
}

function statusOf(entry: unknown, number: number): (typeof STATUSES)[number] {
  const { step, status } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
  if (typeof step !== 'string' || step.trim() === '' || step.length > MAX_PLAN_STEP_CHARACTERS) throw new InvalidInputError(`Step ${number} needs a "step": a text of at most ${MAX_PLAN_STEP_CHARACTERS} characters.`);
  const known = STATUSES.find((one) => one === status);
  if (known === undefined) throw new InvalidInputError(`Step ${number} has the status ${JSON.stringify(status)}: it must be ${STATUSES.join(', ')}.`);
  return known;
}
