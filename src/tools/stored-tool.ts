import { messageOf } from '../common/domain-error.js';
import { OWN_SECRET_NAMES } from '../config/config.service.js';
import type { ModelToolDefinition } from '../model/model-message.js';
import { MAX_TOOL_NAME_LENGTH } from './limits.js';

/** A script tool as tools.json has it, checked. */
export interface StoredTool {
  name: string;
  definition: ModelToolDefinition;
  code: string;
  /** Milliseconds; the setting toolTimeoutMs where absent. */
  timeout?: number;
  /** Variables that reach this tool alone. */
  requires: readonly string[];
  /** Built-in code that nobody edited. */
  isUnmodified: boolean;
}

const NAME = new RegExp(`^[A-Za-z0-9_-]{1,${MAX_TOOL_NAME_LENGTH}}$`);
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (...texts: string[]) => unknown;

/**
 * Reads one entry of tools.json. Returns the reason, in words, where it cannot be offered: a broken entry must never reach a
 * provider, which would refuse the whole request.
 *
 * @param builtInCode the code of the built-in of this name, if there is one
 */
export function parseStoredTool(name: string, entry: unknown, builtInCode: string | undefined): StoredTool | string {
  if (!NAME.test(name)) return `the name may have letters, digits, "_" and "-", at most ${MAX_TOOL_NAME_LENGTH} in all`;
  if (!isObject(entry)) return 'the entry must be an object with "definition" and "code"';
  const definition = parseDefinition(name, entry.definition);
  if (typeof definition === 'string') return definition;
  const { code, timeout } = entry;
  if (typeof code !== 'string') return '"code" must be a text: the body of an async function';
  const compileProblem = problemOfCode(code);
  if (compileProblem !== undefined) return `the code does not compile (${compileProblem})`;
  if (timeout !== undefined && !(typeof timeout === 'number' && Number.isFinite(timeout) && timeout >= 0)) {
    return '"timeout" must be a number of milliseconds, 0 for no limit';
  }
  const requires = parseRequires(entry.requires);
  if (typeof requires === 'string') return requires;
  return { name, definition, code, ...(timeout === undefined ? {} : { timeout }), requires, isUnmodified: code === builtInCode };
}

function parseDefinition(name: string, definition: unknown): ModelToolDefinition | string {
  const described = isObject(definition) ? definition.function : undefined;
  if (!isObject(described)) return '"definition" must be {"type": "function", "function": {"name", "description", "parameters"}}';
  if (described.name !== name) return `definition.function.name is ${JSON.stringify(described.name)} and must be "${name}", like the entry's key`;
  const { description = '', parameters = { type: 'object', properties: {} } } = described;
  if (typeof description !== 'string') return 'definition.function.description must be a text';
  if (!isObject(parameters) || parameters.type !== 'object') return 'definition.function.parameters must be a JSON Schema with "type": "object"';
  return { type: 'function', function: { name, description, parameters } };
}

/** Compiles without running. */
function problemOfCode(code: string): string | undefined {
  try {
    new AsyncFunction('args', 'fs', 'path', 'process', 'require', code);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function parseRequires(requires: unknown): string[] | string {
  const names: unknown = typeof requires === 'string' ? [requires] : (requires ?? []);
  if (!Array.isArray(names) || !names.every((name): name is string => typeof name === 'string' && VARIABLE.test(name))) {
    return '"requires" must be a list of names of variables';
  }
  const own = names.find((name) => OWN_SECRET_NAMES.includes(name) || name.startsWith('JARVIS'));
  return own === undefined ? names : `it requires ${own}, which is Jarvis's own and reaches no tool`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
