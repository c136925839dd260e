import type { AgentSkill } from './agent-skills.service.js';
import { MAX_LIST_CHARACTERS, MAX_LISTED_SKILLS } from './limits.js';

const GUIDANCE = `## Skills
Before you answer, look through the descriptions below. Where exactly one clearly fits, read its SKILL.md at the location given, with the tool that reads files, and do as it says; where several could, take the one that fits best; where none does, read none. Never read more than one before you have begun. Paths within a skill are relative to its folder.`;

/** A skill as the prompt names it. */
export interface ListedSkill {
  readonly name: string;
  readonly description: string;
  /** With `~` for the home. */
  readonly location: string;
}

/**
 * The Skills section: each skill with name, description and where to read it. Where that is too long, names and places alone; where it still is,
 * as many as fit. Undefined where there is none.
 */
export function skillsPrompt(skills: readonly ListedSkill[]): string | undefined {
  if (skills.length === 0) return undefined;
  const listed = skills.slice(0, MAX_LISTED_SKILLS);
  const whole = block(listed, true);
  if (whole.length <= MAX_LIST_CHARACTERS) return section(whole, skills.length - listed.length);
  let count = listed.length;
  while (count > 0 && block(listed.slice(0, count), false).length > MAX_LIST_CHARACTERS) count -= 1;
  return section(block(listed.slice(0, count), false), skills.length - count, 'Descriptions are left out, since there are many: read the SKILL.md whose name fits.');
}

/** What one skill adds, in characters. */
export function listedLength(skill: ListedSkill): number {
  return entry(skill, true).length;
}

/** The skills that the model is told of by itself. */
export function listed(skills: readonly AgentSkill[], shorten: (file: string) => string): ListedSkill[] {
  return skills.flatMap(({ skill, location }) => (skill === undefined || skill.isHidden ? [] : [{ name: skill.name, description: skill.description, location: shorten(location) }]));
}

function section(list: string, leftOut: number, note?: string): string {
  const notes = [note, leftOut > 0 ? `${leftOut} more skills are not listed.` : undefined].filter((text) => text !== undefined);
  return [GUIDANCE, ...notes, list].join('\n');
}

function block(skills: readonly ListedSkill[], withDescription: boolean): string {
  return ['<available_skills>', ...skills.map((skill) => entry(skill, withDescription)), '</available_skills>'].join('\n');
}

function entry({ name, description, location }: ListedSkill, withDescription: boolean): string {
  const lines = [`    <name>${escaped(name)}</name>`, ...(withDescription ? [`    <description>${escaped(description)}</description>`] : []), `    <location>${escaped(location)}</location>`];
  return ['  <skill>', ...lines, '  </skill>'].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
