import { originOf } from '../../model/api-key.js';
import { keyIsFor, needsNoKey, providerName } from './current-setup.js';
import type { SetupContext } from './setup-context.js';
import { keyProblem } from './setup-flags.js';

/** What becomes of the key. */
export interface KeyAnswer {
  /** The key that requests to the provider will carry; undefined where they carry none. */
  key: string | undefined;
  /** What to write into `.env`; undefined where it stays as it is. */
  write?: { key: string; origin: string };
}

type Wish = 'keep' | 'replace';

/**
 * Which key the provider gets. A stored key that belongs to another provider is never sent to this one unless the person
 * says so; needs a prompter or flags wherever missingFlags() names --key.
 */
export async function chooseKey(context: SetupContext, baseUrl: string): Promise<KeyAnswer> {
  const { current, flags, prompter } = context;
  const origin = originOf(baseUrl) ?? baseUrl;
  if (flags.key !== undefined) return { key: flags.key, write: { key: flags.key, origin } };
  const isOurs = keyIsFor(current, baseUrl);
  if (needsNoKey(baseUrl)) return { key: isOurs && current.keyFor !== undefined ? current.key : undefined };
  if (prompter === undefined || (isOurs && !context.asksAll)) return { key: current.key };
  if (current.key !== undefined && (await keeps(context, baseUrl, isOurs)) === 'keep') {
    return { key: current.key, write: { key: current.key, origin } };
  }
  const key = await prompter.secret(`API key for ${providerName(baseUrl)}:`, keyProblem);
  return { key, write: { key, origin } };
}

function keeps({ current, prompter }: SetupContext, baseUrl: string, isOurs: boolean): Promise<Wish> | undefined {
  const name = providerName(baseUrl);
  if (isOurs) {
    return prompter?.select<Wish>(`There is an API key for ${name} (${hint(current.key)}).`, [
      { value: 'keep', name: 'Keep it' },
      { value: 'replace', name: 'Replace it' },
    ]);
  }
  const owner = current.keyFor === undefined ? 'OpenRouter' : providerName(current.keyFor);
  return prompter?.select<Wish>(
    `The stored API key (${hint(current.key)}) is for ${owner}. It is not sent to ${name} unless you say so.`,
    [
      { value: 'replace', name: `Enter a key for ${name}` },
      { value: 'keep', name: `Use the stored key for ${name} from now on` },
    ],
    'replace',
  );
}

/** The key's last characters: enough to recognise it by. */
function hint(key = ''): string {
  return `…${key.slice(-4)}`;
}
