import type { ConfigService } from '../config/config.service.js';
import { allowListDiagnostics } from './allow-list.js';
import { missingVariables } from './offered-tools.js';
import type { ToolDiagnostic } from './tool.js';
import { parseEntries, readToolsFile, TOOLS_FILE_NAME } from './tools-file.js';

/**
 * What is wrong with tools.json and the tool settings, without a server and without changing anything: for `jarvis doctor`.
 * [] where all is well, also where there is no file yet.
 */
export function diagnoseTools(config: ConfigService): ToolDiagnostic[] {
  const found = allowListDiagnostics(config.settings.tools.exec.allowlist);
  const raw = readToolsFile(config.paths.toolsFile);
  if (raw === undefined) return found;
  if (typeof raw === 'string') return [...found, { tool: TOOLS_FILE_NAME, problem: raw }];
  const { tools, diagnostics } = parseEntries(raw, new Map());
  const unmet = tools.flatMap((tool) => {
    const problem = missingVariables(tool, config);
    return problem === undefined ? [] : [{ tool: tool.name, problem }];
  });
  return [...found, ...diagnostics, ...unmet];
}
