import type { Static, TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { MAX_REPORTED_PROBLEMS } from '../limits.js';
import { GatewayFrameSchema } from './schemas/frames.js';

/** What is wrong with a value, in words. */
export type Validation<T> = { ok: true; value: T } | { ok: false; problems: string };

/** Compiled on first use: most processes need a few of them. */
const ajv = new Ajv({ allErrors: true, discriminator: true, allowUnionTypes: true });
const compiled = new WeakMap<TSchema, ValidateFunction>();

/** Checks a value that came over the wire against its schema. */
export function validate<S extends TSchema>(schema: S, value: unknown): Validation<Static<S>> {
  let check = compiled.get(schema);
  if (check === undefined) {
    check = ajv.compile(schema);
    compiled.set(schema, check);
  }
  if (check(value)) return { ok: true, value: value as Static<S> };
  return { ok: false, problems: describeProblems(check.errors ?? []) };
}

/** Checks a whole frame. */
export function validateFrame(value: unknown): Validation<Static<typeof GatewayFrameSchema>> {
  return validate(GatewayFrameSchema, value);
}

/** `at /client/id: must be string; at root: unexpected property 'x'`. */
function describeProblems(errors: readonly ErrorObject[]): string {
  const shown = errors.slice(0, MAX_REPORTED_PROBLEMS).map(describeProblem);
  const left = errors.length - shown.length;
  return [...new Set(shown), ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}

function describeProblem({ instancePath, keyword, params, message }: ErrorObject): string {
  const place = `at ${instancePath === '' ? 'root' : instancePath}`;
  const { additionalProperty, allowedValues } = params as { additionalProperty?: string; allowedValues?: readonly unknown[] };
  if (keyword === 'additionalProperties') return `${place}: unexpected property '${additionalProperty}'`;
  if (keyword === 'enum') return `${place}: must be one of ${(allowedValues ?? []).join(', ')}`;
  if (keyword === 'const') return `${place}: must be ${JSON.stringify((params as { allowedValue?: unknown }).allowedValue)}`;
  return `${place}: ${message ?? keyword}`;
}
