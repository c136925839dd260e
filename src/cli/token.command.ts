import { Command, Option, SubCommand } from 'nest-commander';
import { JarvisPaths } from '../config/jarvis-paths.js';
import type { TokenStore } from '../security/token-store.js';
import { BaseCommand } from './base.command.js';
import { Terminal } from './terminal.js';

async function openTokens(paths: JarvisPaths): Promise<TokenStore> {
  const [{ TokenStore: Store }, { SystemClock }] = await Promise.all([import('../security/token-store.js'), import('../common/clock.js')]);
  return new Store(paths.tokensFile, new SystemClock());
}

interface CreateOptions {
  name?: string;
  scope?: string[];
}

/** `jarvis token create`. */
@SubCommand({
  name: 'create',
  arguments: '[name]',
  description: 'Make an access token; it is shown this once',
  argsDescription: { name: 'what it is for, to recognise it by' },
})
export class TokenCreateCommand extends BaseCommand {
  private readonly scopes: string[] = [];

  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run([name]: string[], options: CreateOptions): Promise<void> {
    const store = await openTokens(this.paths);
    const token = await store.create({ name: options.name ?? name ?? 'token', scopes: this.scopes });
    this.terminal.print(token.token);
    this.terminal.note(`This is the only time that it is shown. It is "${token.name}" with the scopes: ${token.scopes.join(', ')}.`);
    this.terminal.note(`Send it as "Authorization: Bearer <token>". It ends with: jarvis token revoke ${token.id}`);
  }

  @Option({ flags: '--name <text>', description: 'what it is for, as the argument' })
  name(value: string): string {
    return value;
  }

  @Option({ flags: '--scope <name...>', description: 'what the bearer may do; without it, everything that the owner may' })
  scope(value: string): string[] {
    this.scopes.push(value);
    return this.scopes;
  }
}

/** `jarvis token list`. */
@SubCommand({ name: 'list', description: 'List the access tokens; the tokens themselves are kept nowhere' })
export class TokenListCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run(): Promise<void> {
    const tokens = (await openTokens(this.paths)).list();
    if (tokens.length === 0) {
      this.terminal.print('There are no access tokens. `jarvis token create` makes one.');
      return;
    }
    for (const { id, name, scopes, createdAt, lastUsedAt } of tokens) {
      this.terminal.print(`${id}  ${name}  [${scopes.join(', ')}]  created ${day(createdAt)}, ${lastUsedAt === undefined ? 'never used' : `last used ${day(lastUsedAt)}`}`);
    }
  }
}

/** `jarvis token revoke`. */
@SubCommand({
  name: 'revoke',
  arguments: '<id>',
  description: 'End an access token at once, also on a running server',
  argsDescription: { id: 'as `jarvis token list` shows it' },
})
export class TokenRevokeCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run([id = '']: string[]): Promise<void> {
    await (await openTokens(this.paths)).revoke(id);
    this.terminal.print(`The token ${id} is revoked.`);
  }
}

/** `jarvis token`: access tokens for whoever is not on the server's own machine. */
@Command({
  name: 'token',
  description: 'Make, list and revoke access tokens for the API',
  subCommands: [TokenCreateCommand, TokenListCommand, TokenRevokeCommand],
})
export class TokenCommand extends BaseCommand {
  override run(): Promise<void> {
    return Promise.resolve(this.command.help({ error: true }));
  }
}

function day(timestamp: string): string {
  return timestamp.slice(0, 10);
}
