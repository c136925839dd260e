import { ellipsize } from '../common/text.js';
import { TITLE_LENGTH } from './limits.js';

/** What a title can be made of. */
export interface TitleSources {
  /** Given by a person. */
  name?: string;
  /** The first summary in the session's log. */
  summary?: string;
  /** What the person wrote first. */
  firstUserText?: string;
}

/** A session's title: the name that a person gave it, else the first summary, else the start of the first message. */
export function titleOf({ name, summary, firstUserText }: TitleSources): string {
  if (name !== undefined && name.trim() !== '') return name;
  const text = [summary, firstUserText].map((source) => source?.replace(/\s+/g, ' ').trim()).find((source) => source);
  return text ? ellipsize(text, TITLE_LENGTH) : 'Untitled session';
}
