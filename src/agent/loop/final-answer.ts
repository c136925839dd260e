import { jsonrepair } from 'jsonrepair';
import { messageOf } from '../../common/domain-error.js';
import { isNestedDeeperThan, MAX_JSON_NESTING } from '../../common/json-nesting.js';
import type { FinishReason } from '../../model/chat-model.js';

/** What the model left for the next run when it reached the iteration limit. */
export interface Checkpoint {
  progress: string;
  /** Text; empty where the model left it out. */
  remaining: string;
  failedApproaches: string[];
  state: Record<string, unknown>;
}

/** The JSON contract of a final answer (docs/system-prompt.md, "Response Format"). */
export interface FinalAnswer {
  response: string;
  logSummary: string;
  checkpoint?: Checkpoint;
}

/** `repair` says what had to be mended, for the log line; absent where the text was the contract as it stood. */
export type ParsedAnswer =
  | { ok: true; answer: FinalAnswer; repair?: string }
  | { ok: false; problem: string };

/**
 * Reads a model's final text: strictly first; then leniently: a code fence around it, other text around one object, and
 * slips of JSON (trailing commas, raw newlines, smart quotes). Text that holds no object with a `response` string is not an answer, nor
 * is one that says nothing, or of which `finishReason` tells that the end is missing: half an answer must not look like a whole one.
 */
export function parseFinalAnswer(text: string, finishReason: FinishReason = 'stop'): ParsedAnswer {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return { ok: false, problem: 'the answer was empty' };
  if (isNestedDeeperThan(MAX_JSON_NESTING, Buffer.from(trimmed))) return { ok: false, problem: `nested deeper than ${MAX_JSON_NESTING} levels` };
  const strict = parseContract(trimmed);
  if (strict.ok) return strict;
  const cut = problemOfCut(trimmed, finishReason);
  for (const { candidate, repair } of candidates(trimmed)) {
    const parsed = parseContract(candidate);
    if (parsed.ok) return { ...parsed, repair };
    const mended = cut === undefined ? repaired(candidate) : undefined;
    if (mended === undefined) continue;
    const reparsed = parseContract(mended);
    if (reparsed.ok) return { ...reparsed, repair: `${repair}; the JSON was mended` };
  }
  return cut === undefined ? strict : { ok: false, problem: cut };
}

/** Why an object at the end of which the brace is missing is no slip of JSON; undefined where it may be one. */
function problemOfCut(text: string, finishReason: FinishReason): string | undefined {
  if (!text.includes('{') || /\}[\s`]*$/.test(text)) return undefined;
  if (finishReason === 'length') return 'it was cut off at the output limit, so make it shorter';
  return finishReason === 'unknown' ? 'it ends in the middle' : undefined;
}

function parseContract(text: string): ParsedAnswer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: `not JSON (${messageOf(error)})` };
  }
  if (!isRecord(value)) return { ok: false, problem: 'not a JSON object' };
  if (typeof value.response !== 'string') return { ok: false, problem: 'the field "response" is missing or not a string' };
  const checkpoint = parseCheckpoint(value.checkpoint);
  const response = value.response.trim() === '' ? wordsOf(checkpoint) : value.response;
  if (response === '') return { ok: false, problem: 'the field "response" is blank' };
  const answer: FinalAnswer = { response, logSummary: textOf(value.logSummary), ...(checkpoint === undefined ? {} : { checkpoint }) };
  return { ok: true, answer };
}

/** What a person reads where the model left its words to the checkpoint. */
function wordsOf(checkpoint: Checkpoint | undefined): string {
  return [checkpoint?.progress, checkpoint?.remaining].filter((text) => text !== undefined && text.trim() !== '').join('\n\n');
}

function parseCheckpoint(value: unknown): Checkpoint | undefined {
  if (typeof value === 'string' && value.trim() !== '') {
    return { progress: '', remaining: value, failedApproaches: [], state: {} };
  }
  if (!isRecord(value)) return undefined;
  const failed = value.failedApproaches;
  return {
    progress: textOf(value.progress),
    remaining: textOf(value.remaining),
    failedApproaches: Array.isArray(failed) ? failed.map(textOf).filter((item) => item !== '') : [],
    state: isRecord(value.state) ? value.state : {},
  };
}

/** Texts that may be the object, most likely first. */
function* candidates(text: string): Generator<{ candidate: string; repair: string }> {
  yield { candidate: text, repair: 'the answer was read leniently' };
  const fence = /^[^`]*```[\w-]*\s*\n?([\s\S]*?)\n?\s*```[^`]*$/.exec(text)?.[1];
  if (fence !== undefined && fence.trim().startsWith('{')) yield { candidate: fence.trim(), repair: 'a code fence was taken off' };
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start === -1) return;
  if (end > start) yield { candidate: text.slice(start, end + 1), repair: 'text around the JSON object was taken off' };
  yield { candidate: text.slice(start), repair: 'text before the JSON object was taken off' };
}

/** jsonrepair turns any prose into a string, so only what looks like an object is handed to it. */
function repaired(candidate: string): string | undefined {
  if (!candidate.startsWith('{')) return undefined;
  try {
    return jsonrepair(candidate);
  } catch {
    return undefined;
  }
}

/** Models write lists or objects where a text is asked for: they are kept as text. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((item) => `- ${textOf(item)}`).join('\n');
  return JSON.stringify(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
