import type { TSchema } from '@sinclair/typebox';
import type { EventTable, MethodTable } from '../method.js';
import { definitionName, type SchemaRegistry } from '../schema-registry.js';
import { PROTOCOL_VERSION } from '../version.js';
import { shapeOf, type ObjectProperty } from './schema-shape.js';

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** The protocol as TypeScript types without any library: for pages and clients that do not validate. */
export function typescriptModels(registry: SchemaRegistry, methods: MethodTable, events: EventTable): string {
  const methodLines = Object.keys(methods).map(
    (name) => `  '${name}': { params: ${definitionName(name)}Params; result: ${definitionName(name)}Result };`,
  );
  const eventLines = Object.keys(events).map((name) => `  '${name}': ${definitionName(name)}Event;`);
  return [
    '// Generated from src/gateway/protocol/ by `npm run protocol:gen:ts`. Do not edit.',
    '',
    `export const GATEWAY_PROTOCOL_VERSION = ${PROTOCOL_VERSION};`,
    '',
    ...Object.entries(registry).flatMap(([name, schema]) => [declaration(name, schema), '']),
    '/** Params and result of every method. */',
    'export interface GatewayMethods {',
    ...methodLines,
    '}',
    '',
    '/** Payload of every event. */',
    'export interface GatewayEvents {',
    ...eventLines,
    '}',
    '',
  ].join('\n');
}

function declaration(name: string, schema: TSchema): string {
  const shape = shapeOf(schema, name);
  if (shape.kind !== 'object') return `export type ${name} = ${typeOf(schema, '', name)};`;
  if (shape.properties.length === 0) return `export type ${name} = Record<string, never>;`;
  return `export interface ${name} ${objectType(shape.properties, '')}`;
}

function typeOf(schema: TSchema, indent: string, ownName?: string): string {
  const shape = shapeOf(schema, ownName);
  switch (shape.kind) {
    case 'named':
      return shape.name;
    case 'string':
    case 'boolean':
    case 'unknown':
      return shape.kind;
    case 'integer':
    case 'number':
      return 'number';
    case 'constant':
      return quoted(shape.value);
    case 'enum':
      return shape.values.map(quoted).join(' | ');
    case 'array':
      return `Array<${typeOf(shape.items, indent)}>`;
    case 'record':
      return `Record<string, ${typeOf(shape.values, indent)}>`;
    case 'object':
      return objectType(shape.properties, indent);
    case 'nullable':
      return `${typeOf(shape.schema, indent)} | null`;
    case 'union':
      return shape.members.map((member) => typeOf(member, indent)).join(' | ');
  }
}

function objectType(properties: readonly ObjectProperty[], indent: string): string {
  const inner = `${indent}  `;
  const lines = properties.map(({ name, schema, required }) => {
    const key = IDENTIFIER.test(name) ? name : quoted(name);
    return `${inner}${key}${required ? '' : '?'}: ${typeOf(schema, inner)};`;
  });
  return ['{', ...lines, `${indent}}`].join('\n');
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
