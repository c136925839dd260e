import { isObject, listOf, objectOf, parseJson, textOf, type JsonObject } from '../json-value.js';

/** What a provider's error body says, whichever of the usual shapes it has. */
export interface ErrorFacts {
  /** HTTP status that the body itself names; a 200 may carry one. */
  status?: number;
  /** Codes and types (`context_length_exceeded`, `rate_limit_error` ...), lower case. */
  codes: readonly string[];
  /** The provider's own sentences, the most telling first. Never what it quotes from the request. */
  messages: readonly string[];
  /** The parameter that is to blame. */
  parameter?: string;
}

/** Nothing useful is nested deeper, and a body may be hostile. */
const MAX_DEPTH = 4;

/** Reads a parsed error body: OpenAI's `{error: {...}}`, `{error: "text"}`, FastAPI's `{detail}`, Google's list, OpenRouter's metadata. */
export function errorFacts(body: unknown, depth = 0): ErrorFacts {
  if (depth > MAX_DEPTH) return { codes: [], messages: [] };
  if (typeof body === 'string') return { codes: [], messages: body.trim() === '' ? [] : [body.trim()] };
  if (Array.isArray(body)) return errorFacts(body[0], depth + 1);
  if (!isObject(body)) return { codes: [], messages: [] };
  const inner = body['error'] === undefined || body['error'] === null ? undefined : errorFacts(body['error'], depth + 1);
  return merge([inner, nested(body, depth), own(body)]);
}

function own(body: JsonObject): ErrorFacts {
  const numbers = [body['code'], body['status'], body['status_code']].map(Number);
  const status = numbers.find((number) => Number.isInteger(number) && number >= 400 && number <= 599);
  const codes = [body['code'], body['type'], body['status'], objectOf(body['metadata'])['error_type']]
    .filter((code): code is string => typeof code === 'string')
    .map((code) => code.toLowerCase());
  const parameter = textOf(body['param']);
  return {
    codes,
    messages: [textOf(body['message']), ...details(body['detail'])].filter((message) => message !== undefined),
    ...(status === undefined ? {} : { status }),
    ...(parameter === undefined ? {} : { parameter }),
  };
}

/** FastAPI's validation errors: where and what, without `input`, which repeats the request. */
function details(detail: unknown): (string | undefined)[] {
  if (typeof detail === 'string') return [textOf(detail)];
  return listOf(detail).map((item) => {
    const { loc, msg } = objectOf(item);
    return textOf(`${listOf(loc).map(String).join('.')} ${typeof msg === 'string' ? msg : ''}`)?.trim();
  });
}

/** OpenRouter passes on what the provider behind it answered, as text or as an object. */
function nested(body: JsonObject, depth: number): ErrorFacts | undefined {
  const raw = objectOf(body['metadata'])['raw'];
  if (typeof raw !== 'string') return isObject(raw) ? errorFacts(raw, depth + 1) : undefined;
  return errorFacts(parseJson(raw) ?? raw, depth + 1);
}

function merge(parts: readonly (ErrorFacts | undefined)[]): ErrorFacts {
  const present = parts.filter((part) => part !== undefined);
  const status = present.find((part) => part.status !== undefined)?.status;
  const parameter = present.find((part) => part.parameter !== undefined)?.parameter;
  return {
    codes: present.flatMap((part) => part.codes),
    messages: [...new Set(present.flatMap((part) => part.messages))],
    ...(status === undefined ? {} : { status }),
    ...(parameter === undefined ? {} : { parameter }),
  };
}
