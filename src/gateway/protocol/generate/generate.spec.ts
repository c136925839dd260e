import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Type } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import { packageRoot } from '../../../common/package-root.js';
import { events, type EventName, type EventPayload } from '../events.js';
import type * as models from '../generated/gateway-models.js';
import { method } from '../method.js';
import { type MethodName, methods, type Params, type Result } from '../methods.js';
import { buildRegistry, definitionName, ProtocolSchemas } from '../schema-registry.js';
import { closedObject, NonEmptyString } from '../schemas/primitives.js';
import { jsonSchemaDocument } from './json-schema.js';
import { OUTPUTS } from './outputs.js';
import { swiftModels } from './swift-models.js';
import { typescriptModels } from './typescript-models.js';

type Definitions = Record<string, Record<string, unknown>>;
const definitionsOf = (document: string): Definitions => (JSON.parse(document) as { definitions: Definitions }).definitions;

test.each(Object.values(OUTPUTS))('$file is committed as the schemas say it; else run npm run protocol:gen', ({ file, content }) => {
  expect(readFileSync(path.join(packageRoot, 'src/gateway/protocol/generated', file), 'utf8')).toBe(content());
});

describe('the JSON Schema document', () => {
  const document = jsonSchemaDocument(ProtocolSchemas);
  const definitions = definitionsOf(document);

  test('is draft-07 with the three frames, told apart by type, at its root', () => {
    const root = JSON.parse(document) as Record<string, unknown>;
    expect(root.$schema).toBe('http://json-schema.org/draft-07/schema#');
    expect(root.oneOf).toEqual(['RequestFrame', 'ResponseFrame', 'EventFrame'].map((name) => ({ $ref: `#/definitions/${name}` })));
    expect(root.discriminator).toEqual({
      propertyName: 'type',
      mapping: { req: '#/definitions/RequestFrame', res: '#/definitions/ResponseFrame', event: '#/definitions/EventFrame' },
    });
  });

  test('has params and result of every method and the payload of every event under their names', () => {
    const expected = [
      ...Object.keys(methods).flatMap((name) => [`${definitionName(name)}Params`, `${definitionName(name)}Result`]),
      ...Object.keys(events).map((name) => `${definitionName(name)}Event`),
    ];
    expect(Object.keys(definitions)).toEqual(expect.arrayContaining([...expected, 'ConnectParams', 'HelloOk', 'ErrorShape', 'ErrorCode']));
    expect(definitionName('node.pair.request')).toBe('NodePairRequest');
    expect(definitionName('system-event')).toBe('SystemEvent');
  });

  test('can be used by a validator as it is', () => {
    const { discriminator: _discriminator, ...rest } = JSON.parse(document.replace(/"mapping": \{[^}]*\}/g, '"mapped": true')) as Record<string, unknown>;
    const ajv = new Ajv({ strict: false });
    ajv.addSchema(rest, 'gateway');
    expect(ajv.validate({ $ref: 'gateway#/definitions/ChatSendParams' }, { sessionKey: 'main', message: 'hi', idempotencyKey: 'k' })).toBe(true);
    expect(ajv.validate({ $ref: 'gateway#/definitions/ChatSendParams' }, { sessionKey: 'main', message: '', idempotencyKey: 'k' })).toBe(false);
    for (const name of Object.keys(definitions)) expect(() => ajv.compile({ $ref: `gateway#/definitions/${name}` })).not.toThrow();
    expect(ajv.validate('gateway', { type: 'event', event: 'tick', payload: { ts: 1 }, seq: 1 })).toBe(true);
  });
});

describe("a new method, as the worked example's system.echo", () => {
  const echo = method({
    description: 'Says the text again.',
    params: closedObject({ text: NonEmptyString }),
    result: closedObject({ ok: Type.Boolean(), text: NonEmptyString }),
    scope: 'operator.read',
  });
  const table = { ...methods, 'system.echo': echo };
  const registry = buildRegistry(table, events);

  test('is in every generated file by its one line in the table', () => {
    expect(definitionsOf(jsonSchemaDocument(registry)).SystemEchoParams).toEqual({
      type: 'object',
      properties: { text: { minLength: 1, type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    });
    expect(typescriptModels(registry, table, events)).toContain('export interface SystemEchoResult {\n  ok: boolean;\n  text: string;\n}');
    expect(typescriptModels(registry, table, events)).toContain("'system.echo': { params: SystemEchoParams; result: SystemEchoResult };");
    expect(swiftModels(registry, table, events)).toContain('public struct SystemEchoParams: Codable, Sendable {\n    public let text: String\n');
    expect(swiftModels(registry, table, events)).toContain('case systemEcho = "system.echo"');
  });
});

test('two schemas may not have one name', () => {
  const one = { ...closedObject({ a: NonEmptyString }), title: 'Thing' };
  const other = { ...closedObject({ b: NonEmptyString }), title: 'Thing' };
  const table = { x: method({ description: '', params: one, result: other, scope: 'none' }) };
  expect(() => buildRegistry(table, {})).toThrow('Two different schemas are named Thing.');
});

describe('the Swift models', () => {
  const swift = OUTPUTS.swift.content();

  test('hold the version, the error codes and a frame that keeps what it does not know', () => {
    expect(swift).toContain('public let GATEWAY_PROTOCOL_VERSION = 3');
    expect(swift).toContain('public enum ErrorCode: String, Codable, Sendable, CaseIterable {\n    case notLinked = "NOT_LINKED"');
    expect(swift).toContain('case unknown(type: String, raw: [String: AnyCodable])');
    for (const [type, frame] of [['req', 'RequestFrame'], ['res', 'ResponseFrame'], ['event', 'EventFrame']]) {
      expect(swift).toContain(`case ${type}(${frame})`);
    }
  });

  test('name every type once, use only names that exist, and balance their braces', () => {
    const declared = [...swift.matchAll(/^public (?:struct|enum|typealias) (\w+)/gm)].map((match) => match[1] as string);
    expect(declared).toHaveLength(new Set(declared).size);
    const known = new Set([...declared, 'String', 'Int', 'Double', 'Bool']);
    const used = [...swift.matchAll(/^ {4}public let \S+: (.+)$/gm)].flatMap((match) => (match[1] as string).match(/\w+/g) ?? []);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
    expect(swift.split('{')).toHaveLength(swift.split('}').length);
  });

  test('escape words that Swift keeps for itself', () => {
    const table = { x: method({ description: '', params: closedObject({ protocol: NonEmptyString, '2nd': NonEmptyString }), result: closedObject({}), scope: 'none' }) };
    const models = swiftModels(buildRegistry(table, {}), table, {});
    expect(models).toContain('public let `protocol`: String');
    expect(models).toContain('case _2nd = "2nd"');
  });
});

/** Checked by the compiler: the generated types are those of the schemas. A name here is one that differs. */
type Differs<A, B> = [A] extends [B] ? ([B] extends [A] ? never : true) : true;
type Wrong =
  | { [M in MethodName]: Differs<Params<M>, models.GatewayMethods[M]['params']> | Differs<Result<M>, models.GatewayMethods[M]['result']> extends never ? never : M }[MethodName]
  | { [E in EventName]: Differs<EventPayload<E>, models.GatewayEvents[E]> extends never ? never : E }[EventName];

test('the TypeScript models name every method and event, with the types of the schemas', () => {
  const areTheSame: [Wrong] extends [never] ? true : Wrong = true;
  expect(areTheSame).toBe(true);
  const typescript = OUTPUTS.typescript.content();
  for (const name of [...Object.keys(methods), ...Object.keys(events)]) expect(typescript).toContain(`  '${name}': `);
});
