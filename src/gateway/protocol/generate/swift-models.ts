import type { TSchema } from '@sinclair/typebox';
import type { EventTable, MethodTable } from '../method.js';
import type { SchemaRegistry } from '../schema-registry.js';
import { PROTOCOL_VERSION } from '../version.js';
import { nestedName, type ObjectProperty, shapeOf } from './schema-shape.js';
import { swiftAnyCodable, swiftGatewayFrame } from './swift-prelude.js';

/** Words that cannot be names in Swift as they are. */
const RESERVED = new Set(
  (
    'associatedtype class deinit enum extension fileprivate func import init inout internal let open operator private precedencegroup ' +
    'protocol public rethrows static struct subscript typealias var break case catch continue default defer do else fallthrough for ' +
    'guard if in repeat return throw switch where while Any as await catch false is nil self Self super throws true try'
  ).split(' '),
);

/** The protocol as Swift: a struct for each object, an enum for each choice, and the frames. Needs Foundation alone. */
export function swiftModels(registry: SchemaRegistry, methods: MethodTable, events: EventTable): string {
  const declarations = Object.entries(registry)
    .filter(([name]) => name !== 'GatewayFrame')
    .flatMap(([name, schema]) => declare(name, schema));
  return [
    '// Generated from src/gateway/protocol/ by `npm run protocol:gen:swift`. Do not edit.',
    '// swiftlint:disable all',
    'import Foundation',
    '',
    `public let GATEWAY_PROTOCOL_VERSION = ${PROTOCOL_VERSION}`,
    '',
    swiftAnyCodable,
    ...declarations,
    enumOf('GatewayMethodName', Object.keys(methods)),
    enumOf('GatewayEventName', Object.keys(events)),
    swiftGatewayFrame,
  ].join('\n');
}

/** A definition, and the forms within it that have no name of their own. */
function declare(name: string, schema: TSchema): string[] {
  const shape = shapeOf(schema, name);
  if (shape.kind === 'enum') return [enumOf(name, shape.values)];
  if (shape.kind !== 'object') return [`public typealias ${name} = ${typeOf(schema, name, name)}\n`];
  const nested = shape.properties.flatMap((property) => declareNested(nestedName(name, property.name), property.schema));
  return [struct(name, shape.properties), ...nested];
}

function declareNested(name: string, schema: TSchema): string[] {
  const shape = shapeOf(schema);
  if (shape.kind === 'array') return declareNested(`${name}Item`, shape.items);
  if (shape.kind === 'record') return declareNested(`${name}Value`, shape.values);
  if (shape.kind === 'nullable') return declareNested(name, shape.schema);
  return shape.kind === 'object' || shape.kind === 'enum' ? declare(name, schema) : [];
}

/** The Swift type of a schema; `name` is what it is called if it is a form without a name. */
function typeOf(schema: TSchema, name: string, ownName?: string): string {
  const shape = shapeOf(schema, ownName);
  switch (shape.kind) {
    case 'named':
      return shape.name;
    case 'string':
    case 'constant':
      return 'String';
    case 'integer':
      return 'Int';
    case 'number':
      return 'Double';
    case 'boolean':
      return 'Bool';
    case 'array':
      return `[${typeOf(shape.items, `${name}Item`)}]`;
    case 'record':
      return `[String: ${typeOf(shape.values, `${name}Value`)}]`;
    case 'nullable':
      return `${typeOf(shape.schema, name)}?`;
    case 'enum':
    case 'object':
      return name;
    case 'union':
    case 'unknown':
      return 'AnyCodable';
  }
}

function struct(name: string, properties: readonly ObjectProperty[]): string {
  if (properties.length === 0) return `public struct ${name}: Codable, Sendable {\n    public init() {}\n}\n`;
  const fields = properties.map((property) => {
    const type = typeOf(property.schema, nestedName(name, property.name));
    const isOptional = !property.required || type.endsWith('?');
    const shape = shapeOf(property.schema);
    const preset = isOptional ? ' = nil' : shape.kind === 'constant' ? ` = "${shape.value}"` : '';
    return { wire: property.name, swift: identifier(property.name), type: isOptional ? `${type.replace(/\?$/, '')}?` : type, preset };
  });
  return [
    `public struct ${name}: Codable, Sendable {`,
    ...fields.map(({ swift, type }) => `    public let ${swift}: ${type}`),
    '',
    '    public init(',
    fields.map(({ swift, type, preset }) => `        ${swift}: ${type}${preset}`).join(',\n'),
    '    ) {',
    ...fields.map(({ swift }) => `        self.${swift} = ${swift}`),
    '    }',
    '',
    '    private enum CodingKeys: String, CodingKey {',
    ...fields.map(({ wire, swift }) => `        case ${swift} = "${wire}"`),
    '    }',
    '}',
    '',
  ].join('\n');
}

function enumOf(name: string, values: readonly string[]): string {
  const cases = values.map((value) => `    case ${identifier(value)} = "${value}"`);
  return [`public enum ${name}: String, Codable, Sendable, CaseIterable {`, ...cases, '}', ''].join('\n');
}

/** `INVALID_REQUEST` is invalidRequest, `chat.send` chatSend; what is camel case already stays. */
function identifier(wireName: string): string {
  const words = wireName.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const isShouting = words.every((word) => word === word.toUpperCase() && /[A-Z]/.test(word));
  const joined = (isShouting ? words.map((word) => word.toLowerCase()) : words)
    .map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('');
  if (/^[0-9]/.test(joined)) return `_${joined}`;
  return RESERVED.has(joined) ? `\`${joined}\`` : joined;
}
