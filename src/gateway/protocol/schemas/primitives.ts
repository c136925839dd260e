import { type ObjectOptions, type TObject, type TProperties, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';

/** An object that has these fields and no others: a misspelt field is an error and not silence. */
export function closedObject<T extends TProperties>(properties: T, options: ObjectOptions = {}): TObject<T> {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** One of some words. A plain enum, since a union of constants gives one error for each of them. */
export function oneOf<const T extends readonly string[]>(values: T, options: { description?: string } = {}): TUnsafe<T[number]> {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
}

/** A schema that other schemas use under its name: generators refer to it instead of repeating it. */
export function named<T extends TSchema>(title: string, schema: T): T {
  return { ...schema, title };
}

/** The value or null, which clears it. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** Ids and names. */
export const NonEmptyString = Type.String({ minLength: 1 });

/** Milliseconds since 1970, UTC. */
export const EpochMs = Type.Integer({ minimum: 0 });

export const Count = Type.Integer({ minimum: 0 });

/** Text by name. */
export const AnyRecord = Type.Record(Type.String(), Type.Unknown());

/** A session: the same id as in REST. Which characters it may have is checked where sessions are. */
export const SessionKey = Type.String({ minLength: 1, maxLength: 512 });

/** Names a request with effects, so that it may be sent again: it is done once and answered the same. */
export const IdempotencyKey = Type.String({ minLength: 1, maxLength: 512 });

export const EmptyParams = closedObject({});
