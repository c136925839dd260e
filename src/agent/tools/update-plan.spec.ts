import type { ConfigService } from '../../config/config.service.js';
import { UpdatePlanTool } from './update-plan.service-tool.js';

const tool = (updatePlan = true): UpdatePlanTool => new UpdatePlanTool({ settings: { tools: { updatePlan } } } as ConfigService);
const steps = (...statuses: string[]) => ({ plan: statuses.map((status, index) => ({ step: `Step ${index + 1}`, status })) });

describe('update_plan', () => {
  it('is offered to the owner where it is switched on', () => {
    expect(tool().isOfferedTo({ role: 'local', id: 'local', scopes: [] })).toBe(true);
    expect(tool().isOfferedTo({ role: 'guest', id: 'g', scopes: [] })).toBe(false);
    expect(tool(false).isOfferedTo({ role: 'local', id: 'local', scopes: [] })).toBe(false);
  });

  it.each([
    [steps('in_progress', 'pending'), { steps: 2, completed: 0 }],
    [steps('completed', 'in_progress'), { steps: 2, completed: 1 }],
    [steps('completed', 'completed'), { steps: 2, completed: 2 }],
  ])('takes %j', async (plan, expected) => expect(await tool().run(plan)).toEqual({ status: 'ok', ...expected }));

  it.each([
    [{}, '"plan" must be a list'],
    [{ plan: [] }, '"plan" must be a list'],
    [steps('pending', 'pending'), 'this plan has 0'],
    [steps('in_progress', 'in_progress'), 'this plan has 2'],
    [steps('in_progress', 'done'), 'Step 2 has the status "done"'],
    [{ plan: [{ status: 'in_progress' }] }, 'Step 1 needs a "step"'],
    [{ plan: ['x'] }, 'Step 1 needs a "step"'],
  ])('refuses %j', (plan, problem) => expect(() => tool().run(plan)).toThrow(problem));
});
