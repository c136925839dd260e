import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { messageOf, systemErrorCode } from '../common/domain-error.js';
import { MAX_FOLDERS_PER_ROOT, MAX_SKILL_BYTES } from './limits.js';
import { parseSkill, type SkillFile } from './skill-file.js';

/** Where skills lie, the first wins where two have the same name. */
export interface SkillRoot {
  readonly source: 'workspace' | 'managed' | 'bundled';
  readonly folder: string;
}

/** A folder with a SKILL.md. */
export interface FoundSkill {
  readonly source: SkillRoot['source'];
  /** The name of its folder. */
  readonly folder: string;
  /** The SKILL.md. */
  readonly location: string;
  /** Undefined where the file is broken. */
  readonly skill: SkillFile | undefined;
  /** What is wrong with the file; empty where nothing is. */
  readonly problems: readonly string[];
  /** Another of the same name is taken instead. */
  readonly isShadowed: boolean;
}

/** Every skill of every root, by name within each. Never throws: what cannot be read is a problem of that skill. */
export function findSkills(roots: readonly SkillRoot[]): FoundSkill[] {
  const taken = new Set<string>();
  return roots.flatMap((root) =>
    foldersOf(root.folder).map((folder): FoundSkill => {
      const location = path.join(root.folder, folder, 'SKILL.md');
      const read = readSkill(root.folder, location, folder);
      const isShadowed = read.skill !== undefined && taken.has(folder);
      if (read.skill !== undefined) taken.add(folder);
      return { source: root.source, folder, location, ...read, isShadowed };
    }),
  );
}

/** Reads one SKILL.md. @param root what the file must lie in, links followed */
export function readSkill(root: string, location: string, folder: string): Pick<FoundSkill, 'skill' | 'problems'> {
  try {
    const real = realpathSync(location);
    if (!real.startsWith(realpathSync(root) + path.sep)) return { skill: undefined, problems: ['it lies outside its folder by way of a link'] };
    const { size } = statSync(real);
    if (size > MAX_SKILL_BYTES) return { skill: undefined, problems: [`it has ${size} bytes: at most ${MAX_SKILL_BYTES} are allowed`] };
    const parsed = parseSkill(readFileSync(real, 'utf8'), folder);
    return parsed.ok ? { skill: parsed.skill, problems: [] } : { skill: undefined, problems: parsed.problems };
  } catch (error) {
    return { skill: undefined, problems: [`it cannot be read (${systemErrorCode(error) ?? messageOf(error)})`] };
  }
}

function foldersOf(root: string): string[] {
  try {
    const folders = readdirSync(root).filter((name) => !name.startsWith('.') && statSync(path.join(root, name, 'SKILL.md'), { throwIfNoEntry: false }) !== undefined);
    return folders.sort().slice(0, MAX_FOLDERS_PER_ROOT);
  } catch {
    return [];
  }
}
