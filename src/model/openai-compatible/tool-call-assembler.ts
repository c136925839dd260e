import type { ModelToolCallDelta } from '../chat-model.js';
import { isObject, objectOf, textOf } from '../json-value.js';
import { checkArguments, isWholeObject, type CallEnding } from './tool-arguments.js';

/** Ids as providers take them back; anything else is replaced. */
const USABLE_ID = /^[\x21-\x7e]{1,128}$/;

/** Names as providers take them back in a history (OpenAI's rule); other characters are replaced. */
const UNUSABLE_IN_NAME = /[^A-Za-z0-9_-]/g;
const MAX_NAME_LENGTH = 64;

/** The name of a call that came without one. No tool is called so, hence the model is told. */
const NAMELESS = 'unnamed_tool';

interface Call {
  index: number;
  id?: string;
  name: string;
  arguments: string;
}

/**
 * Assembles tool calls from fragments. Providers number them (`index`), name them by id, do both, or neither: some
 * give every call index 0, some repeat the id with each fragment, some send each call whole, and some send it twice.
 */
export class ToolCallAssembler {
  private readonly calls: Call[] = [];

  /**
   * @param knownIds ids that the conversation already uses: they are not given again
   * @param offeredNames tools of the request: their names are right as they are
   */
  constructor(
    private readonly knownIds: ReadonlySet<string>,
    private readonly offeredNames: ReadonlySet<string>,
    private readonly newId: () => string,
  ) {}

  get isEmpty(): boolean {
    return this.calls.length === 0;
  }

  /**
   * Takes the `tool_calls` of one chunk.
   *
   * @param whole each entry is a call of its own, as in a message that is not streamed
   */
  push(fragments: readonly unknown[], whole: boolean): void {
    for (const [position, fragment] of fragments.entries()) {
      if (!isObject(fragment)) continue;
      const body = isObject(fragment['function']) ? fragment['function'] : fragment;
      const id = typeof fragment['id'] === 'number' ? String(fragment['id']) : textOf(fragment['id']);
      const hasIndex = Number.isSafeInteger(fragment['index']);
      this.add({
        index: hasIndex && !whole ? (fragment['index'] as number) : position,
        hasIndex,
        name: textOf(body['name'])?.trim() ?? '',
        arguments: argumentText(body['arguments'] ?? body['parameters']),
        whole,
        ...(id === undefined ? {} : { id }),
      });
    }
  }

  /** The calls in the order in which they began, with unique ids and checked arguments. `ending` tells of the last one. */
  finish(ending: CallEnding): ModelToolCallDelta[] {
    const used = new Set(this.knownIds);
    return this.calls.map((call, position) => {
      const id = call.id !== undefined && USABLE_ID.test(call.id) && !used.has(call.id) ? call.id : this.newId();
      used.add(id);
      const name = this.offeredNames.has(call.name) ? call.name : call.name.replace(UNUSABLE_IN_NAME, '_').slice(0, MAX_NAME_LENGTH);
      const checked = checkArguments(call.arguments, position === this.calls.length - 1 ? ending : 'whole');
      if (name !== '') return { type: 'tool-call', id, name, ...checked };
      const problem = { kind: 'malformed', detail: 'The call has no tool name.' } as const;
      return { type: 'tool-call', id, name: NAMELESS, arguments: checked.arguments, problem };
    });
  }

  private add(fragment: Call & { hasIndex: boolean; whole: boolean }): void {
    const call = fragment.whole ? undefined : this.continued(fragment);
    if (call === undefined) {
      const { index, id, name, arguments: text } = fragment;
      if (name === '' && text === '' && id === undefined) return;
      this.calls.push({ index, name, arguments: text, ...(id === undefined ? {} : { id }) });
      return;
    }
    call.id ??= fragment.id;
    if (call.name === '') call.name = fragment.name;
    if (isRepeated(call, fragment)) return;
    call.arguments = isPlaceholder(call) ? fragment.arguments || call.arguments : call.arguments + fragment.arguments;
  }

  /** The call that a fragment continues; undefined where it begins a new one. */
  private continued(fragment: Call & { hasIndex: boolean }): Call | undefined {
    const byIndex = this.calls.findLast((call) => call.index === fragment.index);
    const byId = fragment.id === undefined ? undefined : this.calls.findLast((call) => call.id === fragment.id);
    const candidate = fragment.hasIndex ? byIndex : (byId ?? (fragment.id === undefined && fragment.name === '' ? this.calls.at(-1) : byIndex));
    if (candidate === undefined) return undefined;
    return isAnotherCall(candidate, fragment) ? undefined : candidate;
  }
}

/** True where a fragment that has the place of `call` begins another one: another id or name, or a second set of arguments. */
function isAnotherCall(call: Call, fragment: Call): boolean {
  const sameId = call.id !== undefined && call.id === fragment.id;
  if (call.id !== undefined && fragment.id !== undefined && !sameId) return true;
  if (call.name === '' || fragment.name === '') return false;
  if (call.name !== fragment.name) return true;
  const isSecondSet = fragment.arguments.trim() !== '' && isWholeObject(call.arguments) && !isRepeated(call, fragment);
  return isSecondSet && !(sameId && isPlaceholder(call));
}

/** An empty object as a beginning: what follows is the real one. */
function isPlaceholder(call: Call): boolean {
  return call.arguments.trim() === '{}';
}

/** Some providers send a call again, whole, when the stream ends. Only an id tells that from two equal calls. */
function isRepeated(call: Call, fragment: Call): boolean {
  const isSame = call.id === fragment.id && call.name === fragment.name && call.arguments === fragment.arguments;
  return call.id !== undefined && isSame && isWholeObject(call.arguments);
}

/** Arguments are JSON text by the book; some providers send the object itself. */
function argumentText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** The older `function_call` of a delta or message as an entry of `tool_calls`; undefined where there is none. */
export function legacyCall(piece: Readonly<Record<string, unknown>>): unknown {
  return isObject(piece['function_call']) ? { index: 0, function: objectOf(piece['function_call']) } : undefined;
}
