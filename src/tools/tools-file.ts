import { readFileSync, statSync } from 'node:fs';
import { messageOf, systemErrorCode } from '../common/domain-error.js';
import { entryOf } from './script-tool-code.js';
import { parseStoredTool, type StoredTool } from './stored-tool.js';
import type { ScriptTool, ToolDiagnostic } from './tool.js';

/** The script tools that can be offered, and what is wrong with the others. */
export interface ScriptTools {
  tools: readonly StoredTool[];
  diagnostics: readonly ToolDiagnostic[];
}

/** Diagnostics about the file as a whole stand under this name. */
export const TOOLS_FILE_NAME = 'tools.json';

/**
 * tools.json as it is now: read again whenever its size, time or identity changed, so that edits hold from the next run on.
 * What a person wrote is never thrown over: a broken entry is skipped, and with a broken file the built-ins work from memory.
 */
export class ToolsFile {
  private version = '';
  private current: ScriptTools = { tools: [], diagnostics: [] };

  constructor(
    readonly path: string,
    private readonly builtIns: readonly ScriptTool[],
  ) {}

  /** Never throws. */
  read(): ScriptTools {
    const version = versionOf(this.path);
    if (version !== this.version) {
      this.current = this.load();
      this.version = version;
    }
    return this.current;
  }

  private load(): ScriptTools {
    const builtInCode = new Map(this.builtIns.map((tool) => [tool.name, entryOf(tool).code]));
    const raw = readToolsFile(this.path);
    if (typeof raw === 'string') {
      const problem = `${raw}; only the built-in tools are offered. The file is left as it is: correct it by hand`;
      return { ...parseEntries(this.builtInEntries(), builtInCode), diagnostics: [{ tool: TOOLS_FILE_NAME, problem }] };
    }
    return parseEntries(raw ?? this.builtInEntries(), builtInCode);
  }

  private builtInEntries(): Record<string, unknown> {
    return Object.fromEntries(this.builtIns.map((tool) => [tool.name, entryOf(tool)]));
  }
}

/** The file's object; undefined where there is no file; the reason, in words, where it cannot be used. */
export function readToolsFile(file: string): Record<string, unknown> | undefined | string {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return undefined;
    return code === undefined ? `it is not readable as JSON (${messageOf(error)})` : `it cannot be read (${code})`;
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : 'it must hold one JSON object';
}

/** Checks every entry for itself. */
export function parseEntries(raw: Record<string, unknown>, builtInCode: ReadonlyMap<string, string>): ScriptTools {
  const tools: StoredTool[] = [];
  const diagnostics: ToolDiagnostic[] = [];
  for (const [name, entry] of Object.entries(raw)) {
    const tool = parseStoredTool(name, entry, builtInCode.get(name));
    if (typeof tool === 'string') diagnostics.push({ tool: name, problem: tool });
    else tools.push(tool);
  }
  return { tools, diagnostics };
}

function versionOf(file: string): string {
  try {
    const stat = statSync(file, { bigint: true });
    return `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
  } catch (error) {
    return systemErrorCode(error) ?? 'error';
  }
}
