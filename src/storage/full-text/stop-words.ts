/** Words that say nothing about what a text is about: they neither bring a fact to mind nor choose what is forgotten. */
const WORDS = `
a about above after again all also am an and any are as at be been before being below both but by can could did do does doing down during each
few for from further get had has have having he her here hers him his how i if in into is it its just let like likely ll m may me might more
most much must my of off on once only or other our ours out over own please re s same shall she should so some such t than that the their
theirs them then there these they this those through to too under until up us very was we were what when where which while who whom whose
why will with would you your yours d ve don doesn didn isn aren wasn won
user users jarvis remember remembered forget know tell want need make give show say said thing things
der die das den dem des ein eine einen einem einer und oder ist sind ich du er sie es wir ihr mein meine meinen dein deine von zu zum
zur im in am auf für an wie was wer wo wann bitte kann kannst habe haben
le la les un une des du de et ou est sont je tu il elle nous vous mon ma mes ton ta tes avec pour dans sur que qui quoi quel quelle comment ce cette
el una unos unas y o es son yo tú él ella mi mis tu tus por para en que qué quién cómo cuál del al
`;

const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** Whether a word, in any case and with any English contraction, is one of these. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase().replace(/['’](?:s|m|re|ve|ll|d|t)$/, ''));
}
