import { Command, Option } from 'nest-commander';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { BaseCommand } from './base.command.js';
import { CliError } from './cli-error.js';
import type { SetupFlags } from './setup/setup-flags.js';
import { Terminal } from './terminal.js';

/** `jarvis setup`, also `jarvis-setup` and `npm run setup`. The work is done by setup/setup.ts. */
@Command({ name: 'setup', description: 'Choose provider, key and model; asks for whatever no flag says' })
export class SetupCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run(_arguments: string[], flags: SetupFlags): Promise<void> {
    const [{ Setup }, { InquirerPrompter }, { ProviderModelCatalog }, { SystemClock }, { readStandardInput }] = await Promise.all([
      import('./setup/setup.js'),
      import('./inquirer-prompter.js'),
      import('./setup/model-catalog.js'),
      import('../common/clock.js'),
      import('./standard-input.js'),
    ]);
    const given = flags.key === '-' ? { ...flags, key: await readStandardInput() } : flags;
    await new Setup(this.paths, this.terminal, new InquirerPrompter(), new ProviderModelCatalog(), new SystemClock()).run(given);
  }

  @Option({ flags: '--key <key>', description: 'API key of the provider, 10 characters or more; - reads it from standard input' })
  key(value: string): string {
    return value;
  }

  @Option({ flags: '--model <id>', description: 'model that answers, as the provider calls it' })
  model(value: string): string {
    return value;
  }

  @Option({ flags: '--base-url <url>', description: 'where an OpenAI-compatible API begins (OpenRouter unless given)' })
  baseUrl(value: string): string {
    return value;
  }

  @Option({ flags: '--fallback-model <id>', description: 'model that is asked once where the first one fails' })
  fallbackModel(value: string): string {
    return value;
  }

  @Option({ flags: '--port <number>', description: 'port of the server (18008 unless given; 0 lets the system choose)' })
  port(value: string): number {
    if (!/^\d{1,5}$/.test(value) || Number(value) > 65535) throw new CliError(`--port takes a number from 0 to 65535, not "${value}".`);
    return Number(value);
  }

  @Option({ flags: '--offline', description: 'no provider: the built-in offline model, which is a few rules and no language model' })
  offline(): boolean {
    return true;
  }

  protected override moreHelp(): string {
    return `
Without flags it asks everything. With flags it asks only for what is missing; without a terminal it says which flags
those are. It can be run as often as you like, also while the server runs. It writes ~/.jarvis/.env (the key) and
~/.jarvis/data/config/settings.json (everything else).

  jarvis setup
  jarvis setup --key "$OPENROUTER_API_KEY" --model openrouter/free
  jarvis setup --base-url http://127.0.0.1:11434/v1 --model llama3.2
  jarvis setup --offline`;
  }
}
