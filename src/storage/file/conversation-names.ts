import path from 'node:path';

/** What a file in the folder of the conversations is. */
export type ConversationFileKind = 'conversation' | 'journal' | 'kept-aside' | 'report' | 'temporary';

const ID = '[A-Za-z0-9][A-Za-z0-9._-]{0,127}';
const KEPT_ASIDE = String.raw`\.(?:json|journal)\.damaged-\d{8}T\d{9}Z(?:-\d+)?`;
const PATTERNS: readonly (readonly [ConversationFileKind, RegExp])[] = [
  ['conversation', new RegExp(`^(${ID})\\.json$`)],
  ['journal', new RegExp(`^(${ID})\\.journal$`)],
  ['kept-aside', new RegExp(`^(${ID})${KEPT_ASIDE}$`)],
  ['report', new RegExp(`^(${ID})${KEPT_ASIDE}\\.report$`)],
  ['temporary', new RegExp(`^(${ID})(?:\\.json|${KEPT_ASIDE}(?:\\.report)?|\\.journal)\\.\\d+\\.[0-9a-f]{12}\\.tmp$`)],
];

/** The files of one conversation. */
export interface ConversationFiles {
  readonly id: string;
  readonly folder: string;
  /** The seed's `{metadata, messages}`. */
  readonly conversation: string;
  /** What was stored since the conversation file was last written. */
  readonly journal: string;
}

export function filesOf(folder: string, id: string): ConversationFiles {
  return { id, folder, conversation: path.join(folder, `${id}.json`), journal: path.join(folder, `${id}.journal`) };
}

/** Whose file it is and which; undefined for names that are none of ours. */
export function parseConversationName(name: string): { id: string; kind: ConversationFileKind } | undefined {
  for (const [kind, pattern] of PATTERNS) {
    const id = pattern.exec(name)?.[1];
    if (id !== undefined) return { id, kind };
  }
  return undefined;
}

/** The name for an untouched copy of a damaged file: `<name>.damaged-<instant>`, which is no conversation's name. */
export function keptAsideName(name: string, at: string, attempt = 1): string {
  return `${name}.damaged-${at.replace(/[-:.]/g, '')}${attempt === 1 ? '' : `-${attempt}`}`;
}
