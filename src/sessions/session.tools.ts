import { Injectable } from '@nestjs/common';
import { ScriptToolProvider, type ScriptToolCollection } from '../tools/tool-provider.decorator.js';
import { readSessionLogTool } from './read-session-log.tool.js';
import { recentSessionsTool } from './recent-sessions.tool.js';

/** The built-in tools that look into earlier conversations. */
@ScriptToolProvider()
@Injectable()
export class SessionTools implements ScriptToolCollection {
  readonly tools = [recentSessionsTool, readSessionLogTool];
}
