/** The profile of a new installation: true of anybody, to be replaced by what the owner wants known. */
export const DEFAULT_PROFILE =
  'Be direct and concrete. Say so when you are not sure. Answer in the language of the message.';
