import type { TSchema } from '@sinclair/typebox';
import type { SchemaRegistry } from '../schema-registry.js';

const FRAMES = { req: 'RequestFrame', res: 'ResponseFrame', event: 'EventFrame' } as const;

/** The protocol as one JSON Schema document, draft-07: a definition for each schema, frames at the root. */
export function jsonSchemaDocument(registry: SchemaRegistry): string {
  const definitions = Object.fromEntries(
    Object.entries(registry).map(([name, schema]) => [name, name === 'GatewayFrame' ? frameUnion() : definition(name, schema)]),
  );
  const document = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Jarvis Gateway protocol',
    description: 'Generated from src/gateway/protocol/ by `npm run protocol:gen`. Do not edit.',
    ...frameUnion(),
    definitions,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function frameUnion(): Record<string, unknown> {
  return {
    oneOf: Object.values(FRAMES).map(reference),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(Object.entries(FRAMES).map(([type, name]) => [type, reference(name).$ref])),
    },
  };
}

function reference(name: string): { $ref: string } {
  return { $ref: `#/definitions/${name}` };
}

/** A schema under its definition's name; another name for a named one is a reference to it. */
function definition(name: string, schema: TSchema): unknown {
  if (schema.title !== undefined && schema.title !== name) return reference(schema.title);
  const { title: _title, ...rest } = schema;
  return withReferences(rest);
}

/** A copy in which named schemas are references. What is not JSON (TypeBox keeps its own marks as symbols) falls away. */
function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== 'object' || value === null) return value;
  const { title } = value as { title?: unknown };
  if (typeof title === 'string') return reference(title);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withReferences(part)]));
}
