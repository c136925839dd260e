import { existsSync } from 'node:fs';
import type { Clock } from '../../common/clock.js';
import { messageOf } from '../../common/domain-error.js';
import { ConfigService } from '../../config/config.service.js';
import type { JarvisPaths } from '../../config/jarvis-paths.js';
import { checkDisk } from './checks/disk.check.js';
import { checkFiles } from './checks/files.check.js';
import { checkModel } from './checks/model.check.js';
import { checkNodeVersion } from './checks/node-version.check.js';
import { checkPermissions } from './checks/permissions.check.js';
import { checkPort } from './checks/port.check.js';
import { checkSettings } from './checks/settings.check.js';
import { checkSkills } from './checks/skills.check.js';
import { checkTools } from './checks/tools.check.js';
import type { Check, DoctorContext, Finding } from './finding.js';

const CHECKS: readonly [name: string, check: Check][] = [
  ['Node.js', () => checkNodeVersion()],
  ['Settings', checkSettings],
  ['Permissions', checkPermissions],
  ['Model', checkModel],
  ['Server', checkPort],
  ['Disk', checkDisk],
  ['Files', checkFiles],
  ['Tools', checkTools],
  ['Skills', checkSkills],
];

/** Looks at everything and changes nothing. Never rejects: a check that fails is a problem of its own. */
export async function examine(paths: JarvisPaths, clock: Clock): Promise<Finding[]> {
  const context: DoctorContext = { paths, clock, config: usableConfig(paths) };
  const findings = await Promise.all(CHECKS.map(([name, check]) => checked(name, check, context)));
  return findings.flat();
}

async function checked(name: string, check: Check, context: DoctorContext): Promise<Finding[]> {
  try {
    return await check(context);
  } catch (error) {
    return [{ name, state: 'problem', message: `This could not be looked at: ${messageOf(error)}`, remedy: 'See to that first, then run `jarvis doctor` again.' }];
  }
}

function usableConfig(paths: JarvisPaths): ConfigService | undefined {
  if (!existsSync(paths.settingsFile)) return undefined;
  try {
    return new ConfigService(paths);
  } catch {
    // checkSettings says why.
    return undefined;
  }
}
