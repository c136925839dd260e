/** Bytes of one SKILL.md. */
export const MAX_SKILL_BYTES = 256_000;

/** Folders of one root that are looked at. */
export const MAX_FOLDERS_PER_ROOT = 300;

/** Skills that the prompt lists, and characters of that list. */
export const MAX_LISTED_SKILLS = 150;
export const MAX_LIST_CHARACTERS = 30_000;

/** Characters of the fields, as the Agent Skills format has them. */
export const MAX_NAME_LENGTH = 64;
export const MAX_DESCRIPTION_LENGTH = 1024;
export const MAX_COMPATIBILITY_LENGTH = 500;

/** Milliseconds for which what was found is taken as it is: the sections and tools of one turn see the same. */
export const SCAN_MS = 2_000;
