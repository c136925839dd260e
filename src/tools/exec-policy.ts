import type { ExecPolicySettings } from '../config/settings.js';

/** What happens to a command: it runs, the owner is asked, or it is refused. */
export type CommandRule = 'run' | 'ask' | 'refuse';

/** How well a command is known: the owner said "always" to exactly it, the allow-list names its program, or neither. */
export type CommandStanding = 'approved' | 'listed' | 'unknown';

/** True where commands run without any question, as by default. */
export function isUnguarded(policy: ExecPolicySettings): boolean {
  return policy.security === 'full' && policy.ask === 'off';
}

/** The matrix of `security` and `ask` (docs/security.md has it as a table; a test reads that table). */
export function commandRule(policy: Pick<ExecPolicySettings, 'security' | 'ask'>, standing: CommandStanding): CommandRule {
  if (policy.security === 'deny') return 'refuse';
  if (standing === 'approved') return 'run';
  if (policy.ask === 'always') return 'ask';
  if (standing === 'listed') return 'run';
  if (policy.ask === 'on-miss') return 'ask';
  return policy.security === 'full' ? 'run' : 'refuse';
}
