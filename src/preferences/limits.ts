/** Limits of skills and settings. Units stand in the names; all are JarvisChat's. */

/** Characters of the list of skills in the prompt: ten skills take some 1,000. */
export const MAX_SKILLS_PROMPT_CHARACTERS = 1_600;

/** Settings in one request. */
export const MAX_SETTINGS_IN_REQUEST = 16;

/** Characters of a setting's name. */
export const MAX_SETTING_NAME_CHARACTERS = 80;

/** Characters of a setting's value. */
export const MAX_SETTING_VALUE_CHARACTERS = 8_000;

/** Characters of a model's id, as `POST /api/chat` takes it. */
export const MAX_MODEL_CHARACTERS = 200;
