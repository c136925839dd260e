import type { ModelToolDefinition } from '../model/model-message.js';
import type { Principal } from '../security/principal.js';

/** What a tool call is told of its surroundings. */
export interface ToolContext {
  sessionId: string;
  runId: string;
  principal: Principal;
  /** Aborting it ends the tool and its whole process tree. */
  signal: AbortSignal;
  /** Receives what the tool prints while it runs; bounded by the caller. */
  onOutput?: (text: string) => void;
}

/** How a call ended. `result` is the text that the model reads: JSON where the tool returned an object. */
export interface ToolOutcome {
  status: 'ok' | 'error';
  result: string;
}

/** A tool call that may be run: the arguments are a JSON object. */
export interface ToolInvocation {
  name: string;
  args: Readonly<Record<string, unknown>>;
}

/** JSON Schema of a tool's arguments. */
export interface ToolParameters {
  type: 'object';
  properties: Readonly<Record<string, unknown>>;
  required?: readonly string[];
  additionalProperties?: boolean;
}

/**
 * A built-in **script tool**: seeded into tools.json, run in a tool host by the seed's contract
 * `new Function('args', 'fs', 'path', 'process', 'require', code)` (docs/agent.md, "Tool Registry Format").
 * `run` is serialised by its source text, so it must not use any name from outside itself; a lint rule checks.
 */
export interface ScriptTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: ToolParameters;
  /** Milliseconds after which the call is ended; the setting toolTimeoutMs where absent. */
  readonly timeout?: number;
  readonly run: ScriptToolFunction;
}

/** Arguments arrive as the model wrote them: not validated, so the function checks what it needs. */
export type ScriptToolFunction = (
  args: Record<string, unknown>,
  fs: typeof import('node:fs'),
  path: typeof import('node:path'),
  process: NodeJS.Process,
  require: NodeJS.Require,
) => Promise<unknown>;

/**
 * A **service tool**: a provider inside the server, found by `@ServiceToolProvider()`, never in tools.json. It wins
 * over a script tool of the same name. It must watch `context.signal`. What it throws becomes an error result.
 */
export interface ServiceTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: ToolParameters;
  /** Whether this caller is offered the tool; everybody where absent. */
  isOfferedTo?(principal: Principal): boolean;
  run(args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<unknown>;
}

/** A tool that cannot be offered and why, in words for `jarvis doctor` and the server log. */
export interface ToolDiagnostic {
  tool: string;
  problem: string;
}

/** The tools of one run. */
export interface OfferedTools {
  /** In a stable order, so that the provider's prompt cache holds. */
  definitions: readonly ModelToolDefinition[];
  diagnostics: readonly ToolDiagnostic[];
}

/** The port that the agent calls tools through; implemented by ToolsService. */
export abstract class ToolRunner {
  /** Which tools this caller is offered now: tools.json is read anew when it changed. Never throws. */
  abstract offered(principal: Principal): Promise<OfferedTools>;

  /** Runs one call under policy, time limit and audit. Never rejects: a failure is an outcome with status error. */
  abstract call(invocation: ToolInvocation, context: ToolContext): Promise<ToolOutcome>;
}
