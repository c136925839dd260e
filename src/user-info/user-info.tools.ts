import { Injectable } from '@nestjs/common';
import { ScriptToolProvider, type ScriptToolCollection } from '../tools/tool-provider.decorator.js';
import { readUserInfoTool } from './read-user-info.tool.js';
import { saveUserInfoTool } from './save-user-info.tool.js';

/** The built-in tools that remember facts about the user. */
@ScriptToolProvider()
@Injectable()
export class UserInfoTools implements ScriptToolCollection {
  readonly tools = [saveUserInfoTool, readUserInfoTool];
}
