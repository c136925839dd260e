import { diagnoseTools } from '../../../tools/diagnose-tools.js';
import type { DoctorContext, Finding } from '../finding.js';

/** Whether every tool of tools.json can be offered. */
export function checkTools({ config, paths }: DoctorContext): Finding[] {
  if (config === undefined) return [{ name: 'Tools', state: 'skipped', message: 'Not looked at, since the settings cannot be used.' }];
  const diagnostics = diagnoseTools(config);
  if (diagnostics.length === 0) return [{ name: 'Tools', state: 'ok', message: 'All can be offered.' }];
  return diagnostics.map(({ tool, problem }) => ({
    name: 'Tools',
    state: 'problem',
    message: `${tool}: ${problem}.`,
    remedy: `Correct the entry in ${paths.toolsFile}; a variable that a tool requires belongs into ${paths.environmentFile}.`,
  }));
}
