import { Injectable } from '@nestjs/common';
import { ScriptToolProvider, type ScriptToolCollection } from '../tools/tool-provider.decorator.js';
import { editFileTool } from './edit-file.tool.js';
import { listDirTool } from './list-dir.tool.js';
import { readFileTool } from './read-file.tool.js';
import { writeFileTool } from './write-file.tool.js';

/** The built-in tools that list, read and change files. */
@ScriptToolProvider()
@Injectable()
export class FilesTools implements ScriptToolCollection {
  readonly tools = [listDirTool, readFileTool, writeFileTool, editFileTool];
}
