import type { FinishReason } from '../../model/chat-model.js';
import { parseFinalAnswer, type FinalAnswer, type ParsedAnswer } from './final-answer.js';
import { ResponseTextReader } from './response-text.js';

/** What the model answers where nothing is to be said. */
export const NO_REPLY = 'NO_REPLY';

/** What it answers to a heartbeat where nothing is to be done. */
export const HEARTBEAT_OK = 'HEARTBEAT_OK';

/** How the final answer of a run is to be read. */
export interface AnswerFormat {
  /** The text itself is the answer; else it is the JSON contract. */
  readonly isPlain: boolean;
  /** Answers that mean that nothing is to be said: alone or as the contract's `response`, in either case. */
  readonly silentTokens: readonly string[];
}

/** The seed's contract, with the one token for silence. */
export const JSON_CONTRACT: AnswerFormat = { isPlain: false, silentTokens: [NO_REPLY] };

/** Whether an answer says nothing. */
export function isSilent(response: string, { silentTokens }: AnswerFormat): boolean {
  return silentTokens.includes(response.trim().toUpperCase());
}

/** Reads a model's final text. A bare token is no error of format; behind a real answer it is taken off. */
export function readAnswer(text: string, finishReason: FinishReason, format: AnswerFormat): ParsedAnswer {
  if (isSilent(text, format)) return { ok: true, answer: { response: text.trim().toUpperCase(), logSummary: 'Nothing was to be said.' } };
  if (format.isPlain) return plainAnswer(text.trim());
  const parsed = parseFinalAnswer(text, finishReason);
  return parsed.ok ? { ...parsed, answer: withoutTrailingToken(parsed.answer, format) } : parsed;
}

function plainAnswer(text: string): ParsedAnswer {
  return text === '' ? { ok: false, problem: 'the answer was empty' } : { ok: true, answer: { response: text, logSummary: text } };
}

function withoutTrailingToken(answer: FinalAnswer, { silentTokens }: AnswerFormat): FinalAnswer {
  const token = silentTokens.find((known) => answer.response.trimEnd().endsWith(known));
  if (token === undefined) return answer;
  const rest = answer.response.trimEnd().slice(0, -token.length).trimEnd();
  return rest === '' ? answer : { ...answer, response: rest };
}

/** Finds what a person may read in an answer while it comes; what may yet be a silent token is kept back. */
export class AnswerTextReader {
  private readonly contract = new ResponseTextReader();
  private held: string | undefined = '';

  constructor(private readonly format: AnswerFormat) {}

  /** Takes the next piece of the model's text and returns what may be shown, possibly nothing. */
  push(piece: string): string {
    const text = this.format.isPlain ? piece : this.contract.push(piece);
    if (this.held === undefined) return text;
    const held = this.held + text;
    const beginning = held.trim().toUpperCase();
    this.held = this.format.silentTokens.some((token) => token.startsWith(beginning)) ? held : undefined;
    return this.held === undefined ? held : '';
  }
}
