import { createHash } from 'node:crypto';
import type { ScriptTool, ToolParameters } from './tool.js';
import type { ModelToolDefinition } from '../model/model-message.js';

/** What tools.json holds under a tool's name (docs/agent.md, "Tool Registry Format"). */
export interface ToolFileEntry {
  definition: ModelToolDefinition;
  code: string;
  timeout?: number;
}

/** A tool as the model is told of it. */
export function definitionOf(tool: { name: string; description: string; parameters: ToolParameters }): ModelToolDefinition {
  const { name, description, parameters } = tool;
  return { type: 'function', function: { name, description, parameters: { ...parameters } } };
}

/**
 * The entry under which a built-in is stored. Its code is the function's own source text, called with the contract's
 * parameters by position: compilers may rename parameters.
 */
export function entryOf(tool: ScriptTool): ToolFileEntry {
  return {
    definition: definitionOf(tool),
    code: `return (${tool.run.toString()})(args, fs, path, process, require);`,
    ...(tool.timeout === undefined ? {} : { timeout: tool.timeout }),
  };
}

/** A short name of exactly this text. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
