import { Injectable } from '@nestjs/common';
import { ScriptToolProvider, type ScriptToolCollection } from '../tools/tool-provider.decorator.js';
import { execTool } from './exec.tool.js';
import { getCurrentTimeTool } from './get-current-time.tool.js';

/** The built-in tools of the machine: its shell and its clock. */
@ScriptToolProvider()
@Injectable()
export class ShellTools implements ScriptToolCollection {
  readonly tools = [execTool, getCurrentTimeTool];
}
