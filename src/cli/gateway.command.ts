import { Command, SubCommand } from 'nest-commander';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { BaseCommand } from './base.command.js';
import { Terminal } from './terminal.js';

/** `jarvis gateway call`. The work is done by gateway/call-method.ts. */
@SubCommand({
  name: 'call',
  arguments: '<method> [json]',
  description: 'Call a method of the running server and print its result as JSON',
  argsDescription: { method: 'for example health, sessions.list, chat.history', json: 'its parameters' },
})
export class GatewayCallCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run([method = '', parameters]: string[]): Promise<void> {
    const { callMethod } = await import('./gateway/call-method.js');
    await callMethod(method, parameters, this.paths, this.terminal);
  }

  protected override moreHelp(): string {
    return `
  jarvis gateway call health
  jarvis gateway call sessions.list '{"limit": 5}'
All methods: docs/gateway.md.`;
  }
}

/** `jarvis gateway watch`. The work is done by gateway/watch-events.ts. */
@SubCommand({
  name: 'watch',
  arguments: '[event...]',
  description: 'Print the events of the running server, one line of JSON each, until Ctrl-C',
  argsDescription: { event: 'only these, for example agent, chat; all where none is named' },
})
export class GatewayWatchCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run(names: string[]): Promise<void> {
    const { watchEvents } = await import('./gateway/watch-events.js');
    await watchEvents(names, this.paths, this.terminal);
  }
}

/** `jarvis gateway`: the WebSocket gateway at the terminal. */
@Command({
  name: 'gateway',
  description: "Call the gateway's methods and watch its events",
  subCommands: [GatewayCallCommand, GatewayWatchCommand],
})
export class GatewayCommand extends BaseCommand {
  override run(): Promise<void> {
    return Promise.resolve(this.command.help({ error: true }));
  }
}
