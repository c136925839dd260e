import type { InjectedFile } from '../prompt/prompt-section.js';

/** The files of a workspace that go into the prompt, in the order in which they share the total. The last two are one: the first that exists. */
export const BOOTSTRAP_NAMES = ['AGENTS.md', 'SOUL.md', 'TOOLS.md', 'IDENTITY.md', 'USER.md', 'HEARTBEAT.md', 'BOOTSTRAP.md', 'MEMORY.md', 'memory.md'] as const;

/** What a sub-agent sees. */
export const SUB_AGENT_NAMES: readonly string[] = ['AGENTS.md', 'TOOLS.md'];

/** What a heartbeat run sees. */
export const HEARTBEAT_NAME = 'HEARTBEAT.md';

/** Where nothing is said of a file that is not there. */
export const SILENT_WHEN_MISSING: readonly string[] = ['BOOTSTRAP.md', 'MEMORY.md', 'memory.md'];

/** The order in which they stand in the prompt; others follow by name. */
const RENDERED_ORDER = ['AGENTS.md', 'SOUL.md', 'IDENTITY.md', 'USER.md', 'TOOLS.md', 'BOOTSTRAP.md', 'MEMORY.md', 'memory.md'];

/** A file as it was found; `content` is undefined where it is missing. */
export interface FoundFile {
  /** Within the workspace. */
  readonly path: string;
  readonly content: string | undefined;
}

/** A file as it stands in the prompt. */
export interface PlacedFile extends InjectedFile {
  readonly text: string;
}

/** In the order of the prompt. */
export function byRenderedOrder(one: { readonly path: string }, other: { readonly path: string }): number {
  const placeOf = (path: string): number => (RENDERED_ORDER.includes(path) ? RENDERED_ORDER.indexOf(path) : RENDERED_ORDER.length);
  return placeOf(one.path) - placeOf(other.path) || (one.path < other.path ? -1 : 1);
}
