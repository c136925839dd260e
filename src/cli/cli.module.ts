import { Module } from '@nestjs/common';
import { InjectCommander } from 'nest-commander';
import { JarvisPaths } from '../config/jarvis-paths.js';
import type { CommanderCommand } from './base.command.js';
import { ChatCommand } from './chat.command.js';
import { CRON_COMMANDS } from './cron.command.js';
import { DoctorCommand } from './doctor.command.js';
import { GatewayCallCommand, GatewayCommand, GatewayWatchCommand } from './gateway.command.js';
import { ImportCommand, ImportJarvisChatCommand } from './import.command.js';
import { IncidentCommand } from './incident.command.js';
import { LogsCommand } from './logs.command.js';
import { PinCommand, PinSetCommand } from './pin.command.js';
import { RestartCommand } from './restart.command.js';
import { SetupCommand } from './setup.command.js';
import { SkillsCommand, SkillsListCommand, SkillsValidateCommand } from './skills.command.js';
import { StartCommand } from './start.command.js';
import { StatusCommand } from './status.command.js';
import { StopCommand } from './stop.command.js';
import { ProcessTerminal, Terminal } from './terminal.js';
import { TokenCommand, TokenCreateCommand, TokenListCommand, TokenRevokeCommand } from './token.command.js';

/**
 * The commands. Nest builds this whole graph even for `jarvis --help`, so it holds no more than paths and terminal: what
 * a command needs beyond them it loads when it runs, and nothing here ever imports the server.
 */
@Module({
  providers: [
    { provide: JarvisPaths, useFactory: () => new JarvisPaths() },
    { provide: Terminal, useClass: ProcessTerminal },
    SetupCommand,
    StartCommand,
    StopCommand,
    RestartCommand,
    StatusCommand,
    LogsCommand,
    ChatCommand,
    ...CRON_COMMANDS,
    DoctorCommand,
    GatewayCommand,
    GatewayCallCommand,
    GatewayWatchCommand,
    ImportCommand,
    ImportJarvisChatCommand,
    IncidentCommand,
    PinCommand,
    PinSetCommand,
    SkillsCommand,
    SkillsListCommand,
    SkillsValidateCommand,
    TokenCommand,
    TokenCreateCommand,
    TokenListCommand,
    TokenRevokeCommand,
  ],
})
export class CliModule {
  constructor(@InjectCommander() commander: CommanderCommand) {
    commander
      .description('Jarvis: your own agent server. This command sets it up, runs it in the background and talks to it.')
      .helpOption('-h, --help', 'show this help')
      .addHelpCommand('help [command]', 'show the help of a command')
      .addHelpText('after', '\nFirst: jarvis setup, then jarvis start, then jarvis chat. Everything it keeps lies in ~/.jarvis.');
  }
}
