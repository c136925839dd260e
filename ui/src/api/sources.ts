import { countOf, isFields, textOf } from './fields.js';

/** A page that an answer rests on. */
export interface Source {
  title: string;
  /** A whole http or https address. */
  url: string;
  /** Where the address leads, to judge by. */
  host: string;
}

/** Reads the sources of a stored answer. One that has no http or https address leads nowhere and is left out. */
export function readSources(list: readonly unknown[]): Source[] {
  return list.filter(isFields).flatMap((entry) => {
    const address = textOf(entry.url);
    if (!URL.canParse(address)) return [];
    const url = new URL(address);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return [];
    return [{ title: textOf(entry.title).trim() || url.host, url: url.href, host: url.host }];
  });
}

/** A passage of a document that an answer cites. */
export interface Citation {
  /** What stands in square brackets in the answer. */
  number: number;
  /** Where the passage stands, for people: "manual.pdf, page 3". */
  place: string;
}

/** Reads what an answer cites; nothing where it cites nothing. */
export function readCitations(list: unknown): Citation[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isFields).map((entry) => ({ number: countOf(entry.number), place: textOf(entry.source) })).filter(({ place }) => place !== '');
}
