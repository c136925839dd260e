import type { ConfigService } from '../config/config.service.js';
import type { Settings } from '../config/settings.js';
import type { ModelToolDefinition } from '../model/model-message.js';
import type { Principal } from '../security/principal.js';
import { allowListDiagnostics } from './allow-list.js';
import { definitionOf } from './script-tool-code.js';
import type { StoredTool } from './stored-tool.js';
import type { ToolDiagnostic } from './tool.js';
import type { Catalog, CatalogTool } from './tool-catalog.js';

/** The one script tool whose argument is a command for a shell. */
export const EXEC_TOOL_NAME = 'exec';

/** What one caller may call now. */
export interface Offer {
  tools: ReadonlyMap<string, CatalogTool>;
  /** Tools that this caller would be offered if things were otherwise, and why they are not. */
  withheld: ReadonlyMap<string, string>;
  diagnostics: readonly ToolDiagnostic[];
}

/**
 * Which tools a caller is offered: those that the settings allow; for guests only those that `guestTools` names; no commands
 * where they are turned off; none whose variables are not set; none of those that are `off`.
 */
export function offerTo(principal: Principal, catalog: Catalog, config: ConfigService, off: ReadonlySet<string>): Offer {
  const { settings } = config;
  const withheld = new Map<string, string>();
  const offered = catalog.tools.filter((tool) => {
    if (!isAllowed(tool.name, principal, settings) || off.has(tool.name)) return false;
    if (tool.kind === 'service') return tool.tool.isOfferedTo?.(principal) ?? true;
    const problem = problemNow(tool.tool, config);
    if (problem !== undefined) withheld.set(tool.name, problem);
    return problem === undefined;
  });
  const diagnostics = [
    ...catalog.diagnostics,
    ...allowListDiagnostics(settings.tools.exec.allowlist),
    ...[...withheld].map(([tool, problem]) => ({ tool, problem })),
  ];
  return { tools: new Map(offered.map((tool) => [tool.name, tool])), withheld, diagnostics };
}

/** Why a tool cannot be offered as things are; undefined where it can. */
function problemNow(tool: StoredTool, config: ConfigService): string | undefined {
  if (isCommand(tool) && config.settings.tools.exec.security === 'deny') {
    return 'not offered, since tools.exec.security is "deny" and this tool runs commands or code of the user';
  }
  return missingVariables(tool, config);
}

/** Which variables that a tool requires are not set, in words; undefined where all are. */
export function missingVariables(tool: StoredTool, config: ConfigService): string | undefined {
  const missing = tool.requires.filter((name) => config.variable(name) === undefined);
  return missing.length === 0 ? undefined : `not offered, since it requires ${missing.join(', ')}: set it in .env or the environment`;
}

/** Tools that can do whatever a command can: `exec`, and every code that is not built in as it came. */
export function isCommand(tool: StoredTool): boolean {
  return tool.name === EXEC_TOOL_NAME || !tool.isUnmodified;
}

/** As the model is told of them. */
export function definitionsOf(offer: Offer): ModelToolDefinition[] {
  return [...offer.tools.values()].map((tool) => (tool.kind === 'script' ? tool.tool.definition : definitionOf(tool.tool)));
}

function isAllowed(name: string, principal: Principal, { tools, guestTools }: Readonly<Settings>): boolean {
  if (tools.deny.includes(name)) return false;
  if (tools.allow !== undefined && !tools.allow.includes(name)) return false;
  return principal.role !== 'guest' || guestTools.includes(name);
}
