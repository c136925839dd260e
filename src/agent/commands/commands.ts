import { ApproveCommand } from './approve.command.js';
import { ContextCommand } from './context.command.js';
import { HelpCommand } from './help.command.js';
import { NewCommand } from './new.command.js';
import { ReasoningCommand } from './reasoning.command.js';
import { StatusCommand } from './status.command.js';
import { StopCommand } from './stop.command.js';

/** The commands that the agent brings. */
export const COMMANDS = [ApproveCommand, ContextCommand, HelpCommand, NewCommand, ReasoningCommand, StatusCommand, StopCommand];
