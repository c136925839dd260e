/** One tool call that a plain request asks for. */
export interface PlannedCall {
  tool: string;
  args: Readonly<Record<string, unknown>>;
  /** The request in words, as it can be understood again: what a checkpoint leaves for the next run. */
  words: string;
}

type Rule = (clause: string) => Omit<PlannedCall, 'words'> | undefined;

/** A command without back-ticks must not begin like ordinary English ("run the tests"). */
const ORDINARY_WORD = /^(the|a|an|my|your|this|that|these|those|it|all|some|any|me|again|away|out|into|for)\b/i;
const HERE = /^(this|the current|the working|current|working|my|the)?\s*(directory|folder|dir|here)?$/i;
const BARE_LIST = /^(?:ls|list(?: the| all)?(?: files| contents)?|list here|what(?:'s| is) in (?:this|the current) (?:directory|folder))$/i;
const POLITE = /^(?:hey |hi |hello )?(?:jarvis[,:]?\s+)?(?:please\s+|(?:can|could|would) you (?:please )?|i want you to |now\s+|and\s+)*/i;

const ATTRIBUTE = /^remember(?: that)?:? (?:my )?(.{1,80}?) (?:is|are) (.+)$/is;

/** How the key of a fact without a name of its own begins. */
export const NOTE = 'note: ';

/** Tried in order; the first that understands a clause decides. */
const RULES: readonly Rule[] = [
  (clause) => {
    const quoted = /^(?:run|execute|exec)\b[^`]*`([^`]*)`/i.exec(clause)?.[1];
    const plain = /^(?:run|execute|exec):?\s+([^`\n]+)$/i.exec(clause)?.[1];
    const command = quoted ?? (plain !== undefined && !ORDINARY_WORD.test(plain) ? plain : '');
    return command.trim() === '' ? undefined : { tool: 'exec', args: { cmd: command.trim() } };
  },
  (clause) => {
    const sessions = /^(?:(?:list|show)(?: me)? )?(?:the |my )?(?:(?:last|recent|latest)(?: (\d{1,3}))?|(\d{1,3}) recent) sessions?\b/i.exec(clause);
    if (sessions === null) return undefined;
    const limit = sessions[1] ?? sessions[2];
    return { tool: 'get_recent_sessions', args: limit === undefined ? {} : { limit: Number(limit) } };
  },
  (clause) => {
    const fact = ATTRIBUTE.exec(clause);
    if (fact?.[1] !== undefined && fact[2] !== undefined) return save(fact[1], fact[2]);
    const note = /^remember(?: that)?:? (.+)$/is.exec(clause)?.[1];
    return note === undefined ? undefined : save(`${NOTE}${note.slice(0, 40)}`, note);
  },
  (clause) =>
    /\bwhat (?:do|did) you (?:know|remember) (?:about|of) me\b|^who am i\b/i.test(clause)
      ? { tool: 'read_user_info', args: {} }
      : undefined,
  (clause) =>
    /\bwhat(?:'s| is)? (?:the )?(?:current )?(?:time|date|day)\b|^(?:the )?current (?:time|date)\b|^(?:tell me )?the time$/i.test(clause)
      ? { tool: 'get_current_time', args: {} }
      : undefined,
  (clause) => {
    const named = /^(?:list|ls|show)(?: me)?(?: the| all)?(?: files| contents?| entries)?(?: in| of| under)?\s+(.+)$/i.exec(clause)?.[1];
    const path = named ?? (BARE_LIST.test(clause) ? '.' : undefined);
    return path === undefined ? undefined : pathCall('list_dir', path);
  },
  (clause) => {
    const path = /^(?:read|open|cat)(?: me)?(?: the)?(?: file)?\s+(.+)$/i.exec(clause)?.[1];
    return path === undefined || HERE.test(path) ? undefined : pathCall('read_file', path);
  },
];

/** Where what the server adds to a message begins: facts from memory, and notes on what was done already. */
const CONTEXT = /\n\n(?:## Relevant Context from Memory\n|\[Memory: |\[The user is shown this before your answer)/;

/** Whether the server did itself what the message orders (memory), and says so to the person. */
export function isDoneByServer(message: string): boolean {
  return message.includes('\n\n[The user is shown this before your answer');
}

/** What the person wrote, without what the server added behind it. */
export function withoutContext(message: string): string {
  const start = message.search(CONTEXT);
  return start < 0 ? message : message.slice(0, start);
}

/**
 * The tool calls that a message asks for, in order; undefined where it is not one of the plain requests that the offline
 * model understands. `then`, `and then` and `;` join requests.
 */
export function planOf(message: string): PlannedCall[] | undefined {
  const text = withoutContext(message).replace(/\[System:[\s\S]*?\](?=\s*(?:\[System:|$))/g, '').trim();
  const plan = understandAll(text) ?? text.split('\n').map(understandAll).find((lines) => lines !== undefined);
  return isDoneByServer(message) && plan?.every(savesNote) === true ? undefined : plan;
}

function understandAll(text: string): PlannedCall[] | undefined {
  const calls = clausesOf(text).map(understand);
  if (calls.length > 0 && calls.every((call) => call !== undefined)) return calls;
  const whole = understand(text);
  return whole === undefined ? undefined : [whole];
}

/** Splits at `then` and `;`, not inside back-ticks. */
function clausesOf(text: string): string[] {
  return text.split(/(?:\s*[,;]?\s+(?:and\s+)?then\s+|\s*;\s+)(?=(?:[^`]*`[^`]*`)*[^`]*$)/i).filter((clause) => clause.trim() !== '');
}

function understand(clause: string): PlannedCall | undefined {
  const words = clause.trim().replace(POLITE, '').replace(/(?<=[^.])[.!?]+$/, '').trim();
  if (words === '') return undefined;
  for (const rule of RULES) {
    const call = rule(words);
    if (call !== undefined) return { ...call, words };
  }
  return undefined;
}

/** A path is one word or stands in back-ticks or quotes; "this directory" is where the tools start. */
function pathCall(tool: string, words: string): Omit<PlannedCall, 'words'> | undefined {
  const quoted = /^(?:the )?(?:directory |folder |file )?(?:`([^`]+)`|"([^"]+)"|'([^']+)')/i.exec(words);
  const path = quoted?.[1] ?? quoted?.[2] ?? quoted?.[3] ?? (HERE.test(words) ? '.' : words.replace(/^(?:the )?(?:directory|folder|file)\s+/i, ''));
  return quoted === null && /\s/.test(path) ? undefined : { tool, args: { path } };
}

function save(key: string, value: string): Omit<PlannedCall, 'words'> {
  return { tool: 'save_user_info', args: { items: [{ key: key.trim(), value: value.trim() }] } };
}

/** A sentence to keep, not an attribute of the user: that is memory's, where the server keeps it. */
function savesNote({ tool, words }: PlannedCall): boolean {
  return tool === 'save_user_info' && !ATTRIBUTE.test(words);
}
