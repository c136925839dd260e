import { chmodSync, renameSync } from 'node:fs';
import { writeJsonAtomic } from '../../common/atomic-file.js';
import type { Clock } from '../../common/clock.js';
import { readEnvironmentFile, writeEnvironmentVariable } from '../../config/environment-file.js';
import type { JarvisPaths } from '../../config/jarvis-paths.js';
import { parseSettings } from '../../config/settings-file.js';
import { API_KEY_FOR_VARIABLE, isOpenRouter } from '../../model/api-key.js';
import { CliError } from '../cli-error.js';
import type { Prompter } from '../prompter.js';
import type { Terminal } from '../terminal.js';
import { API_KEY_VARIABLE, OPENROUTER_BASE_URL, providerName, readCurrentSetup, type CurrentSetup } from './current-setup.js';
import { chooseKey, type KeyAnswer } from './key-step.js';
import { missingFlags } from './missing-flags.js';
import type { ModelCatalog } from './model-catalog.js';
import { chooseModel } from './model-step.js';
import { chooseProvider } from './provider-step.js';
import type { SetupContext } from './setup-context.js';
import { checkFlags, type SetupFlags } from './setup-flags.js';

/** OpenRouter's own choice among its free models. */
const OPENROUTER_FALLBACK = 'openrouter/free';

/** What setup writes in any case. */
interface ChosenModels {
  selectedModel: string;
  fallbackModel: string;
}

/**
 * `jarvis setup`: asks for provider, key and model, or takes them from the flags, and writes `.env` and settings.json.
 * Nothing is written before every answer is known, and keys of settings.json that are not its business stay as they are.
 */
export class Setup {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
    private readonly prompter: Prompter,
    private readonly catalog: ModelCatalog,
    private readonly clock: Clock,
  ) {}

  /** Throws CliError, InvalidInputError or InvalidSettingsError, and has changed nothing then. */
  async run(given: SetupFlags): Promise<void> {
    const flags = checkFlags(given);
    const current = readCurrentSetup(this.paths);
    this.sayProblems(current);
    const context: SetupContext = {
      terminal: this.terminal,
      catalog: this.catalog,
      current,
      flags,
      prompter: this.terminal.interactive ? this.prompter : undefined,
      asksAll: Object.keys(flags).length === 0,
    };
    if (context.prompter === undefined) refuseIncomplete(current, flags);
    const baseUrl = await chooseProvider(context);
    const key = await chooseKey(context, baseUrl);
    const selectedModel = await chooseModel(context, baseUrl, key.key);
    const settings: Record<string, unknown> & ChosenModels = {
      ...current.raw,
      ...(current.raw.baseUrl === undefined && baseUrl === OPENROUTER_BASE_URL ? {} : { baseUrl }),
      selectedModel,
      fallbackModel: flags.fallbackModel ?? fallbackModel(current, baseUrl, selectedModel),
      ...(flags.port === undefined ? {} : { port: flags.port }),
    };
    parseSettings(settings);
    await this.save(current, settings, key);
    this.sayWhatIsSet(settings, baseUrl);
  }

  private sayProblems(current: CurrentSetup): void {
    if (current.isDamaged) this.terminal.note('settings.json is not readable as JSON. It will be kept aside and begun anew.');
    else for (const problem of current.problems) this.terminal.note(`settings.json: ${problem}. This key will be taken out.`);
  }

  private async save(current: CurrentSetup, settings: Record<string, unknown>, key: KeyAnswer): Promise<void> {
    const { base, settingsFile } = this.paths;
    this.paths.createDirectories();
    chmodSync(base, 0o700);
    await this.saveKey(current, key);
    if (current.isDamaged) {
      const aside = `${settingsFile}.damaged-${this.clock.now().toISOString().replace(/[:.]/g, '-')}`;
      renameSync(settingsFile, aside);
      this.terminal.note(`The damaged file is now ${aside}`);
    }
    await writeJsonAtomic(settingsFile, settings);
  }

  private async saveKey(current: CurrentSetup, { write }: KeyAnswer): Promise<void> {
    const file = this.paths.environmentFile;
    const variables = readEnvironmentFile(file);
    // First whom the key is for: a running server must not send the new key to the old provider, not even for a moment.
    const keyFor = write?.origin ?? (current.key === undefined ? undefined : current.keyFor);
    if (keyFor !== undefined && keyFor !== variables[API_KEY_FOR_VARIABLE]) await writeEnvironmentVariable(file, API_KEY_FOR_VARIABLE, keyFor);
    const key = write?.key ?? variables[API_KEY_VARIABLE] ?? '';
    if (key !== variables[API_KEY_VARIABLE]) await writeEnvironmentVariable(file, API_KEY_VARIABLE, key);
    chmodSync(file, 0o600);
  }

  private sayWhatIsSet(settings: Record<string, unknown> & ChosenModels, baseUrl: string): void {
    const { print, style } = { print: (text: string) => this.terminal.print(text), style: this.terminal.style };
    print(style.green('Jarvis is set up.'));
    print(`  Provider  ${providerName(baseUrl)}`);
    print(`  Model     ${settings.selectedModel}`);
    print(`  Fallback  ${settings.fallbackModel}`);
    if (settings.port !== undefined) print(`  Port      ${String(settings.port)}`);
    print(`  Files     ${this.paths.environmentFile}`);
    print(`            ${this.paths.settingsFile}`);
    print('Next: `jarvis start`, or `jarvis restart` where it runs already.');
  }
}

/**
 * The model that is asked where the selected one fails: what is set stays. What setup chose itself is chosen anew with the
 * provider, since another provider does not have it; where it equals the selected model, no second call is made.
 */
function fallbackModel(current: CurrentSetup, baseUrl: string, selectedModel: string): string {
  const { fallbackModel: present } = current;
  const preset = isOpenRouter(baseUrl) ? OPENROUTER_FALLBACK : selectedModel;
  const isNewProvider = baseUrl !== current.baseUrl;
  const ownChoice =
    (isNewProvider && present === OPENROUTER_FALLBACK) || (present === current.selectedModel && !isOpenRouter(current.baseUrl));
  return present === undefined || ownChoice ? preset : present;
}

function refuseIncomplete(current: CurrentSetup, flags: SetupFlags): void {
  const missing = missingFlags(current, flags);
  if (missing.length === 0) return;
  throw new CliError(
    `There is no terminal to ask on, so setup needs flags: ${missing.join(' and ')}.\n` +
      'For a model server on this machine: --base-url <url> --model <id>. To try Jarvis out without any model: --offline.',
  );
}
