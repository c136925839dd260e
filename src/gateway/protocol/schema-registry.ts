import type { TSchema } from '@sinclair/typebox';
import { events } from './events.js';
import type { EventTable, MethodTable } from './method.js';
import { methods } from './methods.js';
import { ConnectParamsSchema, HelloOkSchema } from './schemas/connect.js';
import { ErrorCodeSchema, ErrorShapeSchema } from './schemas/errors.js';
import { EventFrameSchema, GatewayFrameSchema, RequestFrameSchema, ResponseFrameSchema } from './schemas/frames.js';

/** Schemas by definition name, in the order in which they are written out. */
export type SchemaRegistry = Readonly<Record<string, TSchema>>;

/** `chat.send` is ChatSend, `system-event` is SystemEvent. */
export function definitionName(wireName: string): string {
  return wireName
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** All schemas of a protocol with these methods and events: `<Method>Params`, `<Method>Result`, `<Event>Event`. */
export function buildRegistry(methodTable: MethodTable, eventTable: EventTable): SchemaRegistry {
  const registry: Record<string, TSchema> = {
    RequestFrame: RequestFrameSchema,
    ResponseFrame: ResponseFrameSchema,
    EventFrame: EventFrameSchema,
    GatewayFrame: GatewayFrameSchema,
    ErrorCode: ErrorCodeSchema,
    ErrorShape: ErrorShapeSchema,
    ConnectParams: ConnectParamsSchema,
    ConnectResult: HelloOkSchema,
  };
  for (const [name, { params, result }] of Object.entries(methodTable)) {
    registry[`${definitionName(name)}Params`] = params;
    registry[`${definitionName(name)}Result`] = result;
  }
  for (const [name, { payload }] of Object.entries(eventTable)) registry[`${definitionName(name)}Event`] = payload;
  for (const schema of Object.values(registry)) addNamed(schema, registry);
  return registry;
}

/** Schemas that are used under a name are definitions too. */
function addNamed(schema: TSchema, registry: Record<string, TSchema>): void {
  for (const part of partsOf(schema)) addNamed(part, registry);
  if (schema.title === undefined) return;
  const known = registry[schema.title];
  if (known === undefined) registry[schema.title] = schema;
  else if (JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two different schemas are named ${schema.title}.`);
}

/** The schemas directly within a schema. */
export function partsOf(schema: TSchema): TSchema[] {
  const { properties, patternProperties, items, anyOf, oneOf } = schema as Record<string, unknown>;
  return [
    ...Object.values((properties ?? {}) as Record<string, TSchema>),
    ...Object.values((patternProperties ?? {}) as Record<string, TSchema>),
    ...(items === undefined ? [] : [items as TSchema]),
    ...((anyOf ?? oneOf ?? []) as TSchema[]),
  ];
}

/** The schemas of this protocol. */
export const ProtocolSchemas: SchemaRegistry = buildRegistry(methods, events);
