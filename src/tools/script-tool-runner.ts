import { Injectable } from '@nestjs/common';
import { ConfigService } from '../config/config.service.js';
import { SecretRedactor } from '../security/secret-redactor.js';
import { ToolHost, type ScriptOutcome } from '../tool-host/tool-host.js';
import type { AuditDecision } from './audit-log.js';
import { CommandGuard, type CommandPermission } from './command-guard.js';
import { EXEC_TOOL_NAME, isCommand } from './offered-tools.js';
import { fingerprint } from './script-tool-code.js';
import type { StoredTool } from './stored-tool.js';
import type { ToolContext } from './tool.js';
import { ToolCatalog } from './tool-catalog.js';
import { inheritedEnvironment } from './tool-environment.js';
import { WorkingDirectory } from './working-directory.js';

/** How a call was decided on and how it ended. */
export interface DecidedOutcome {
  decision: AuditDecision;
  outcome: ScriptOutcome;
}

/**
 * Variables by which the built-in file tools know that they must write nothing below the first directory outside of the
 * second. Not set while commands run unguarded.
 */
const PROTECTED_VARIABLE = 'JARVIS_PROTECTED_DIRECTORY';
const WORKSPACE_VARIABLE = 'JARVIS_WORKSPACE';

/** Runs script tools: asks the command guard where one counts as a command, and gives its process directory and environment. */
@Injectable()
export class ScriptToolRunner {
  constructor(
    private readonly config: ConfigService,
    private readonly catalog: ToolCatalog,
    private readonly host: ToolHost,
    private readonly guard: CommandGuard,
    private readonly redactor: SecretRedactor,
    private readonly workingDirectory: WorkingDirectory,
  ) {}

  /** Never rejects. */
  async run(tool: StoredTool, args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<DecidedOutcome> {
    const environment = this.environmentFor(tool);
    const permission = await this.permit(tool, args, environment, context);
    if (!permission.allowed) {
      const kind = permission.decision === 'aborted' ? 'aborted' : 'threw';
      return { decision: permission.decision, outcome: { kind, error: permission.error } };
    }
    const outcome = await this.host.run({
      code: tool.code,
      args: isExec(tool) ? execArguments(args, permission.argv) : args,
      workingDirectory: this.workingDirectory.path,
      environment,
      timeoutMs: tool.timeout ?? this.config.settings.toolTimeoutMs,
      signal: context.signal,
      trusted: tool.isUnmodified,
      ...(context.onOutput ? { onOutput: context.onOutput } : {}),
    });
    return { decision: permission.decision, outcome };
  }

  private permit(
    tool: StoredTool,
    args: Readonly<Record<string, unknown>>,
    environment: Readonly<Record<string, string>>,
    context: ToolContext,
  ): Promise<CommandPermission> {
    if (!isCommand(tool)) return Promise.resolve({ allowed: true, decision: 'allowed' });
    const place = { tool: tool.name, directory: this.workingDirectory.path, searchPath: environment.PATH ?? '' };
    // Anything else than a text is no command: exec itself says so.
    if (isExec(tool) && typeof args.cmd !== 'string') return Promise.resolve({ allowed: true, decision: 'allowed' });
    if (isExec(tool)) return this.guard.permit({ ...place, command: String(args.cmd), isShellCommand: true }, context);
    const command = `${tool.name} ${JSON.stringify(args)}`;
    return this.guard.permit({ ...place, command, isShellCommand: false, codeFingerprint: fingerprint(tool.code) }, context);
  }

  /** Everything ordinary of the server's environment, and the variables that this tool requires and no other tool gets. */
  private environmentFor(tool: StoredTool): Record<string, string> {
    const { home, base } = this.config.paths;
    const { workspace } = this.config;
    const ownedByTools = this.requiredVariables();
    const ordinary = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownedByTools.has(name)));
    const required = tool.requires.map((name) => [name, ownedByTools.get(name) ?? '']);
    return {
      TERM: 'dumb',
      ...inheritedEnvironment(ordinary, this.redactor),
      ...(Object.fromEntries(required) as Record<string, string>),
      HOME: home,
      PWD: this.workingDirectory.path,
      ...(this.guard.isUnguarded ? {} : { [PROTECTED_VARIABLE]: base, [WORKSPACE_VARIABLE]: workspace }),
    };
  }

  /** What any tool requires is a secret of that tool: from now on it is redacted wherever it turns up. */
  private requiredVariables(): ReadonlyMap<string, string> {
    const variables = new Map<string, string>();
    for (const found of this.catalog.read().tools) {
      if (found.kind !== 'script') continue;
      for (const name of found.tool.requires) variables.set(name, this.config.variable(name) ?? '');
    }
    for (const value of variables.values()) this.redactor.know(value);
    return variables;
  }
}

/** The built-in exec, as it came: an edited one is a user's own tool. */
function isExec(tool: StoredTool): boolean {
  return tool.name === EXEC_TOOL_NAME && tool.isUnmodified;
}

/** Only the guard sets an argument vector; whatever else the model adds is dropped, so that what was decided on is what runs. */
function execArguments(args: Readonly<Record<string, unknown>>, argv: readonly string[] | undefined): Record<string, unknown> {
  return { ...(args.cmd === undefined ? {} : { cmd: args.cmd }), ...(argv ? { argv } : {}) };
}
