import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isRunner, isRunnerFile } from './command-runners.js';
import { commandWords } from './command-words.js';
import type { ToolDiagnostic } from './tool.js';

/** Where a command would run, as far as the allow-list has to know it. */
export interface CommandPlace {
  directory: string;
  /** The PATH of tools. */
  searchPath: string;
  /** ~/.jarvis: a command that names something below it is not covered, since it could change the policy itself. */
  protectedDirectory: string;
  /** The part of it that belongs to the agent. */
  workspace: string;
}

/** Entries of the allow-list that do not count, and why. */
export function allowListDiagnostics(allowlist: readonly string[]): ToolDiagnostic[] {
  return allowlist.filter((entry) => !isUsable(entry)).map((entry) => ({
    tool: 'exec',
    problem: isRunner(entry)
      ? `tools.exec.allowlist names "${entry}", which runs other programs: the entry does not count`
      : `tools.exec.allowlist names "${entry}": an entry is the name of one program or its absolute path, without arguments`,
  }));
}

/**
 * The argument vector of a command that the allow-list covers, with the program's absolute path first; undefined where it
 * does not. A covered command is one program with plain words: it is run without a shell, so there is nothing in it that could
 * start a second one.
 */
export function coveredCommand(command: string, allowlist: readonly string[], place: CommandPlace): string[] | undefined {
  const [name, ...rest] = commandWords(command) ?? [];
  if (name === undefined || !isUsable(name) || !allowlist.includes(name)) return undefined;
  const program = path.isAbsolute(name) ? executable(name) : findOnPath(name, place.searchPath);
  if (program === undefined) return undefined;
  return rest.some((argument) => namesProtected(argument, place)) ? undefined : [program, ...rest];
}

function isUsable(entry: string): boolean {
  const isName = /^[A-Za-z0-9_.+-]+$/.test(entry);
  return (isName || (path.isAbsolute(entry) && commandWords(entry)?.length === 1)) && !isRunner(entry);
}

/** Relative entries of PATH are passed over: what they find depends on where the command runs. */
function findOnPath(name: string, searchPath: string): string | undefined {
  for (const directory of searchPath.split(path.delimiter)) {
    const found = path.isAbsolute(directory) ? executable(path.join(directory, name)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The file if it can be run and is, also behind its links, no program that runs others. */
function executable(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() && !isRunnerFile(realpathSync(file)) ? file : undefined;
  } catch {
    return undefined;
  }
}

function namesProtected(argument: string, place: CommandPlace): boolean {
  for (const candidate of pathsIn(argument)) if (isProtected(path.resolve(place.directory, candidate), place)) return true;
  return false;
}

/** What of an argument may be a path: all of it, what stands behind `=`, `:` or `,`, and what may stand behind short options (`-xvf`). */
function* pathsIn(argument: string): Generator<string> {
  yield argument;
  for (const { index } of argument.matchAll(/[=:,]/g)) yield argument.slice(index + 1);
  if (!/^-[^-]/.test(argument)) return;
  const firstSlash = argument.indexOf('/');
  for (let start = 2; start <= (firstSlash === -1 ? argument.length - 1 : firstSlash); start += 1) yield argument.slice(start);
}

function isProtected(file: string, { protectedDirectory, workspace }: CommandPlace): boolean {
  const real = realPath(file);
  return isWithin(real, realPath(protectedDirectory)) && !isWithin(real, realPath(workspace));
}

/** The path with all links followed, also where its end does not exist yet. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(realPath(parent), path.basename(file));
  }
}

function isWithin(file: string, directory: string): boolean {
  const relative = path.relative(directory, file);
  return relative === '' || (!relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative));
}
