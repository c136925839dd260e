/** What harm a skill can do: `low` reads, `medium` adds, `high` changes or deletes. */
export type SkillRisk = 'low' | 'medium' | 'high';

/** Something that the owner can switch off: each is one tool. */
export interface SkillDefinition {
  /** Category and action, e.g. `memory.search`. */
  readonly key: string;
  readonly tool: string;
  readonly risk: SkillRisk;
  readonly description: string;
}

/** All skills, by category and then by name. */
export const SKILLS: readonly SkillDefinition[] = [
  { key: 'conversation.delete', tool: 'conversation_delete', risk: 'high', description: 'Delete one conversation.' },
  { key: 'conversation.delete_all', tool: 'conversation_delete_all', risk: 'high', description: 'Delete all conversations but the running one.' },
  { key: 'conversation.get', tool: 'conversation_get', risk: 'low', description: 'Read one conversation.' },
  { key: 'conversation.list', tool: 'conversation_list', risk: 'low', description: 'List the conversations.' },
  { key: 'memory.add', tool: 'memory_add', risk: 'medium', description: 'Remember a fact.' },
  { key: 'memory.forget', tool: 'memory_forget', risk: 'high', description: 'Forget facts.' },
  { key: 'memory.search', tool: 'memory_search', risk: 'low', description: 'Look up remembered facts.' },
  { key: 'search.web', tool: 'web_search', risk: 'low', description: 'Search the web.' },
  { key: 'settings.get', tool: 'settings_get', risk: 'low', description: 'Read the settings that a client may change.' },
  { key: 'settings.update', tool: 'settings_update', risk: 'high', description: 'Change settings that a client may change.' },
];

/** A skill's name for people: `memory.search` is "Memory Search", `search.web` "Web Search". */
export function skillName(key: string): string {
  const words = key === 'search.web' ? ['web', 'search'] : key.split(/[._]/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
