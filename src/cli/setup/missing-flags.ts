import { keyIsFor, needsNoKey, type CurrentSetup } from './current-setup.js';
import type { SetupFlags } from './setup-flags.js';

/** The flags without which setup cannot be done when nobody can be asked, as they are written. [] where nothing is missing. */
export function missingFlags(current: CurrentSetup, flags: SetupFlags): string[] {
  if (flags.offline === true) return [];
  const baseUrl = flags.baseUrl ?? current.baseUrl;
  const hasKey = flags.key !== undefined || needsNoKey(baseUrl) || keyIsFor(current, baseUrl);
  const hasModel = flags.model !== undefined || (baseUrl === current.baseUrl && current.selectedModel !== undefined);
  return [...(hasKey ? [] : ['--key <key>']), ...(hasModel ? [] : ['--model <id>'])];
}
