import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { HealthWarningProvider, type HealthNotice, type HealthWarningSource } from '../common/health-warning.js';
import { packageRoot } from '../common/package-root.js';
import { ConfigService } from '../config/config.service.js';
import { findSkills, type FoundSkill, type SkillRoot } from './find-skills.js';
import { SCAN_MS } from './limits.js';
import { unmetGates } from './skill-gates.js';

/** A skill and whether the agent may use it here. */
export interface AgentSkill extends FoundSkill {
  readonly isEligible: boolean;
  /** Why not; empty where it may. */
  readonly reasons: readonly string[];
}

/** The skills of this machine: SKILL.md folders of the workspace, of `data/skills`, and those that come with Jarvis. */
@HealthWarningProvider()
@Injectable()
export class AgentSkillsService implements HealthWarningSource {
  private scanned: { at: number; skills: readonly AgentSkill[] } | undefined;

  constructor(
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /** All that were found, broken ones too. What changes on disk is seen some seconds later at the latest. */
  list(): readonly AgentSkill[] {
    const now = this.clock.now().getTime();
    if (this.scanned === undefined || Math.abs(now - this.scanned.at) >= SCAN_MS) {
      this.scanned = { at: now, skills: findSkills(skillRoots(this.config)).map((found) => this.judged(found)) };
    }
    return this.scanned.skills;
  }

  /** Those that the agent may use, by name. */
  eligible(): readonly AgentSkill[] {
    return this.list().filter(({ isEligible }) => isEligible);
  }

  healthWarnings(): Promise<readonly HealthNotice[]> {
    const broken = this.list().filter(({ skill }) => skill === undefined);
    return Promise.resolve(broken.map(({ folder, problems }) => ({ problem: `The skill ${folder} cannot be used: ${problems.join('; ')}.` })));
  }

  private judged(found: FoundSkill): AgentSkill {
    const reasons = this.reasons(found);
    return { ...found, isEligible: reasons.length === 0, reasons };
  }

  private reasons({ skill, problems, isShadowed }: FoundSkill): string[] {
    if (skill === undefined) return [...problems];
    const { settings } = this.config;
    const allowed = settings.agents.defaults.skills;
    return [
      ...(isShadowed ? ['another skill of this name comes first'] : []),
      ...(allowed !== undefined && !allowed.includes(skill.name) ? ['the setting agents.defaults.skills does not name it'] : []),
      ...unmetGates(skill.gates, {
        platform: process.platform,
        searchPath: process.env['PATH'] ?? '',
        hasVariable: (name) => this.config.variable(name) !== undefined,
        settings,
      }),
    ];
  }
}

/** Where skills lie, in the order in which they win. */
export function skillRoots(config: ConfigService): SkillRoot[] {
  return [
    { source: 'workspace', folder: path.join(config.workspace, 'skills') },
    { source: 'managed', folder: path.join(config.paths.data, 'skills') },
    { source: 'bundled', folder: path.join(packageRoot, 'skills') },
  ];
}
