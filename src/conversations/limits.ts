/** Limits of conversations. Units stand in the names. */

/** Characters of a title; what is longer is cut, as JarvisChat does. */
export const MAX_TITLE_CHARACTERS = 200;

/** Characters of a model's id, as `POST /api/chat` takes it. */
export const MAX_MODEL_CHARACTERS = 200;

/** Conversations that the model is told of at once, the last changed first. */
export const MAX_TOLD_CONVERSATIONS = 100;

/** Messages of one conversation that the model is given, the newest. */
export const MAX_TOLD_MESSAGES = 50;

/** Characters of each of these messages. */
export const MAX_TOLD_CHARACTERS = 2_000;
