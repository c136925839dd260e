import { InvalidInputError } from '../../common/domain-error.js';
import { OFFLINE_BASE_URL } from '../../config/config.service.js';
import { MIN_KEY_LENGTH } from '../limits.js';

/** The answers that were given on the command line. */
export interface SetupFlags {
  key?: string;
  model?: string;
  baseUrl?: string;
  fallbackModel?: string;
  port?: number;
  offline?: boolean;
}

/** What is wrong with an API key, or undefined. */
export function keyProblem(key: string): string | undefined {
  if (key.length < MIN_KEY_LENGTH) return `A key has at least ${MIN_KEY_LENGTH} characters.`;
  if (!/^[\x21-\x7e]+$/.test(key)) return 'A key consists of plain characters without spaces.';
  return undefined;
}

/** What is wrong with the id of a model, or undefined. */
export function modelProblem(id: string): string | undefined {
  if (id === '') return 'Please enter the id of a model.';
  if (/\s/.test(id)) return 'The id of a model has no spaces in it.';
  return undefined;
}

/** What is wrong with the address of a provider, or undefined. */
export function baseUrlProblem(url: string): string | undefined {
  if (/^https?:\/\/[^\s/]+\S*$/.test(url) && URL.canParse(url)) return undefined;
  return 'Please enter a URL such as https://host.example/v1: the place where an OpenAI-compatible API begins.';
}

/** A base URL in one spelling. */
export function withoutTrailingSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** The flags in one form. Throws InvalidInputError that names the flag which cannot be used. */
export function checkFlags(flags: SetupFlags): SetupFlags {
  const trimmed = Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])) as SetupFlags;
  const { offline = false, baseUrl } = trimmed;
  if (offline && baseUrl !== undefined && baseUrl !== OFFLINE_BASE_URL) throw refused('--offline', 'It contradicts --base-url: give one of the two.');
  const isOffline = offline || baseUrl === OFFLINE_BASE_URL;
  if (isOffline && trimmed.key !== undefined) throw refused('--key', 'The offline model takes no key.');
  if (isOffline && trimmed.model !== undefined) throw refused('--model', 'The offline model is the only one of its kind: leave --model out.');
  check('--key', trimmed.key, keyProblem);
  check('--model', trimmed.model, modelProblem);
  check('--fallback-model', trimmed.fallbackModel, modelProblem);
  if (!isOffline) check('--base-url', baseUrl, baseUrlProblem);
  if (isOffline) return { ...trimmed, offline: true, baseUrl: OFFLINE_BASE_URL };
  return { ...trimmed, ...(baseUrl === undefined ? {} : { baseUrl: withoutTrailingSlash(baseUrl) }) };
}

function check(flag: string, value: string | undefined, problem: (value: string) => string | undefined): void {
  const found = value === undefined ? undefined : problem(value);
  if (found !== undefined) throw refused(flag, found);
}

function refused(flag: string, why: string): InvalidInputError {
  return new InvalidInputError(`${flag} cannot be used. ${why}`, { field: flag });
}
