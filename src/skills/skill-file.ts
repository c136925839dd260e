import { parse } from 'yaml';
import { messageOf } from '../common/domain-error.js';
import { MAX_COMPATIBILITY_LENGTH, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from './limits.js';

/** What a machine must have for a skill to be of use. */
export interface SkillGates {
  /** `process.platform` names: `linux`, `darwin`. */
  readonly os: readonly string[];
  /** Programs on the PATH. */
  readonly bins: readonly string[];
  /** Variables that are set. */
  readonly env: readonly string[];
  /** Settings, by their path, that are neither absent nor false: `tools.updatePlan`. */
  readonly config: readonly string[];
}

/** A SKILL.md in the Agent Skills format (agentskills.io), read. */
export interface SkillFile {
  readonly name: string;
  readonly description: string;
  readonly gates: SkillGates;
  /** The model does not learn of it by itself. */
  readonly isHidden: boolean;
  /** What stands below the front matter. */
  readonly body: string;
}

export type ParsedSkill = { ok: true; skill: SkillFile } | { ok: false; problems: string[] };

/** Characters that are not seen, or that turn the reading direction: they could say something to the model that no reader of the file sees. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/** Reads a SKILL.md and says everything that is wrong with it. @param folder the name of its folder, which its own must be */
export function parseSkill(text: string, folder: string): ParsedSkill {
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text);
  if (match === null) return { ok: false, problems: ['it must begin with front matter between two lines of ---'] };
  let matter: unknown;
  try {
    matter = parse(match[1] ?? '', { maxAliasCount: 0 });
  } catch (error) {
    return { ok: false, problems: [`the front matter is no YAML: ${messageOf(error).split('\n')[0] ?? ''}`] };
  }
  if (!isRecord(matter)) return { ok: false, problems: ['the front matter must be a list of keys and values'] };
  const problems = [...problemsOfName(matter.name, folder), ...problemsOfDescription(matter.description), ...problemsOfRest(matter)];
  const gates = readGates(matter.metadata, problems);
  if (problems.length > 0) return { ok: false, problems };
  const [name, description] = [matter.name as string, visible(matter.description as string)];
  return { ok: true, skill: { name, description, gates, isHidden: matter['disable-model-invocation'] === true, body: match[2] ?? '' } };
}

/** The text without characters that nobody sees, on one line. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

function problemsOfName(name: unknown, folder: string): string[] {
  if (typeof name !== 'string' || name === '') return ['"name" is missing'];
  if (name.length > MAX_NAME_LENGTH || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
    return [`"name" is ${JSON.stringify(name)}: it must be at most ${MAX_NAME_LENGTH} lower-case letters, digits and single hyphens between them`];
  }
  return name === folder ? [] : [`"name" is ${JSON.stringify(name)}, but its folder is called ${JSON.stringify(folder)}: they must be the same`];
}

function problemsOfDescription(description: unknown): string[] {
  if (typeof description !== 'string' || visible(description) === '') return ['"description" is missing: say what the skill does and when to use it'];
  return description.length > MAX_DESCRIPTION_LENGTH ? [`"description" has ${description.length} characters: at most ${MAX_DESCRIPTION_LENGTH} are allowed`] : [];
}

function problemsOfRest({ compatibility, license, metadata }: Record<string, unknown>): string[] {
  const isLong = typeof compatibility === 'string' && compatibility.length > MAX_COMPATIBILITY_LENGTH;
  return [
    ...(compatibility !== undefined && (typeof compatibility !== 'string' || isLong) ? [`"compatibility" must be a text of at most ${MAX_COMPATIBILITY_LENGTH} characters`] : []),
    ...(license !== undefined && typeof license !== 'string' ? ['"license" must be a text'] : []),
    ...(metadata !== undefined && !isRecord(metadata) ? ['"metadata" must be a list of keys and values'] : []),
  ];
}

function readGates(metadata: unknown, problems: string[]): SkillGates {
  const ours = isRecord(metadata) ? metadata.jarvis : undefined;
  if (ours !== undefined && !isRecord(ours)) problems.push('"metadata.jarvis" must be a list of keys and values');
  const { os, requires } = isRecord(ours) ? ours : {};
  if (requires !== undefined && !isRecord(requires)) problems.push('"metadata.jarvis.requires" must be a list of keys and values');
  const required = isRecord(requires) ? requires : {};
  const list = (value: unknown, key: string): string[] => {
    if (value === undefined) return [];
    if (Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '')) return value as string[];
    problems.push(`"metadata.jarvis.${key}" must be a list of texts`);
    return [];
  };
  return { os: list(os, 'os'), bins: list(required.bins, 'requires.bins'), env: list(required.env, 'requires.env'), config: list(required.config, 'requires.config') };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
