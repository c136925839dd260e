import type { TSchema } from '@sinclair/typebox';

/** What a generator of models needs to know of a schema: JSON Schema reduced to the few forms that the protocol uses. */
export type SchemaShape =
  | { kind: 'named'; name: string }
  | { kind: 'string' | 'integer' | 'number' | 'boolean' | 'unknown' }
  | { kind: 'constant'; value: string }
  | { kind: 'enum'; values: readonly string[] }
  | { kind: 'array'; items: TSchema }
  | { kind: 'record'; values: TSchema }
  | { kind: 'object'; properties: readonly ObjectProperty[] }
  | { kind: 'nullable'; schema: TSchema }
  | { kind: 'union'; members: readonly TSchema[] };

export interface ObjectProperty {
  name: string;
  schema: TSchema;
  required: boolean;
}

/** The shape of a schema. A named one is its name, unless it stands under `ownName`: then its content is asked for. */
export function shapeOf(schema: TSchema, ownName?: string): SchemaShape {
  if (schema.title !== undefined && schema.title !== ownName) return { kind: 'named', name: schema.title };
  const { type, enum: values, const: constant, anyOf, oneOf, items, properties, patternProperties } = schema as Record<string, unknown>;
  if (Array.isArray(values)) return { kind: 'enum', values: values as string[] };
  if (typeof constant === 'string') return { kind: 'constant', value: constant };
  if (anyOf ?? oneOf) return unionShape((anyOf ?? oneOf) as TSchema[]);
  if (type === 'array') return { kind: 'array', items: items as TSchema };
  if (type === 'object' && patternProperties !== undefined) {
    return { kind: 'record', values: Object.values(patternProperties as Record<string, TSchema>)[0] as TSchema };
  }
  if (type === 'object') return { kind: 'object', properties: propertiesOf(properties as Record<string, TSchema>, schema.required as string[]) };
  if (type === 'string' || type === 'integer' || type === 'number' || type === 'boolean') return { kind: type };
  return { kind: 'unknown' };
}

function unionShape(members: TSchema[]): SchemaShape {
  const rest = members.filter((member) => member.type !== 'null');
  const [only] = rest;
  if (rest.length === 1 && rest.length < members.length && only !== undefined) return { kind: 'nullable', schema: only };
  return { kind: 'union', members };
}

function propertiesOf(properties: Record<string, TSchema> = {}, required: readonly string[] = []): ObjectProperty[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) }));
}

/** `NodePair` and `displayName` give `NodePairDisplayName`: the name of a form that has none. */
export function nestedName(owner: string, property: string): string {
  return `${owner}${property.charAt(0).toUpperCase()}${property.slice(1)}`;
}
