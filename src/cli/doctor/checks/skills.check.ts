import { AgentSkillsService } from '../../../skills/agent-skills.service.js';
import type { DoctorContext, Finding } from '../finding.js';

/** Whether every skill can be read. */
export function checkSkills({ config, clock }: DoctorContext): Promise<Finding[]> {
  if (config === undefined) return Promise.resolve([]);
  const skills = new AgentSkillsService(config, clock).list();
  const broken = skills.filter(({ skill }) => skill === undefined);
  if (broken.length === 0) return Promise.resolve([{ name: 'Skills', state: 'ok', message: `${skills.filter(({ isEligible }) => isEligible).length} of ${skills.length} can be used here.` }]);
  return Promise.resolve(
    broken.map(({ folder, location, problems }) => ({ name: 'Skills', state: 'problem', message: `${folder} is broken: ${problems.join('; ')}.`, remedy: `Mend ${location}, then run \`jarvis skills validate\`.` })),
  );
}
