/** Limits of profile and presets. Units stand in the names; both go to the model with every message, and all are JarvisChat's. */

/** Characters of the profile: some 8,000 tokens. */
export const MAX_PROFILE_CHARACTERS = 32_000;

/** Characters of a preset's name: one line of a list. */
export const MAX_PRESET_NAME_CHARACTERS = 120;

/** Characters of a preset's text: some 3,000 tokens. */
export const MAX_PRESET_PROMPT_CHARACTERS = 12_000;
