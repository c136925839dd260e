import { ApproveCommand } from './approve.command.js';
import { HelpCommand } from './help.command.js';
import { NewCommand } from './new.command.js';
import { StatusCommand } from './status.command.js';
import { StopCommand } from './stop.command.js';

/** The commands that the agent brings. */
export const COMMANDS = [ApproveCommand, HelpCommand, NewCommand, StatusCommand, StopCommand];
