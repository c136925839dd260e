import path from 'node:path';
import { Command, SubCommand } from 'nest-commander';
import { JarvisPaths } from '../config/jarvis-paths.js';
import type { AgentSkillsService } from '../skills/agent-skills.service.js';
import { BaseCommand } from './base.command.js';
import { CliError } from './cli-error.js';
import { Terminal } from './terminal.js';

async function openSkills(paths: JarvisPaths): Promise<AgentSkillsService> {
  const [{ AgentSkillsService: Skills }, { ConfigService }, { SystemClock }] = await Promise.all([
    import('../skills/agent-skills.service.js'),
    import('../config/config.service.js'),
    import('../common/clock.js'),
  ]);
  return new Skills(new ConfigService(paths), new SystemClock());
}

/** `jarvis skills list`. */
@SubCommand({ name: 'list', description: 'List the skills, and why one cannot be used' })
export class SkillsListCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run(): Promise<void> {
    const skills = (await openSkills(this.paths)).list();
    if (skills.length === 0) this.terminal.print('There are no skills.');
    for (const { folder, source, isEligible, reasons, skill, location } of skills) {
      this.terminal.print(`${isEligible ? 'ready ' : 'not   '} ${folder}  (${source})  ${location}`);
      this.terminal.print(`       ${isEligible ? (skill?.description ?? '') : reasons.join('; ')}`);
    }
  }
}

/** `jarvis skills validate`. */
@SubCommand({
  name: 'validate',
  arguments: '[path]',
  description: 'Check the SKILL.md files; exits with 1 where one is broken',
  argsDescription: { path: 'the folder of one skill, or one that holds skills; all of Jarvis\'s where absent' },
})
export class SkillsValidateCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run([folder]: string[]): Promise<void> {
    const found = folder === undefined ? (await openSkills(this.paths)).list() : await skillsIn(path.resolve(folder));
    const broken = found.filter(({ skill }) => skill === undefined);
    for (const { location, problems } of broken) {
      this.terminal.print(`${location}:`);
      for (const problem of problems) this.terminal.print(`  - ${problem}`);
    }
    if (broken.length > 0) throw new CliError(`Broken: ${broken.map((one) => one.folder).join(', ')}.`);
    this.terminal.print(found.length === 1 ? 'The skill is in order.' : `All ${found.length} skills are in order.`);
  }
}

/** A skill's own folder, or the skills in a folder. Throws CliError where there is neither. */
async function skillsIn(folder: string): Promise<readonly { folder: string; location: string; skill: unknown; problems: readonly string[] }[]> {
  const { findSkills } = await import('../skills/find-skills.js');
  const own = findSkills([{ source: 'workspace', folder: path.dirname(folder) }]).filter((found) => found.folder === path.basename(folder));
  const found = own.length > 0 ? own : findSkills([{ source: 'workspace', folder }]);
  if (found.length === 0) throw new CliError(`There is no SKILL.md in ${folder}, nor in a folder of it.`);
  return found;
}

/** `jarvis skills`: the agent's instructions for certain kinds of work. */
@Command({ name: 'skills', description: 'List and check the agent\'s skills', subCommands: [SkillsListCommand, SkillsValidateCommand] })
export class SkillsCommand extends BaseCommand {
  override run(): Promise<void> {
    return Promise.resolve(this.command.help({ error: true }));
  }
}
