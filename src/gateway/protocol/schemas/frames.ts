import { type Static, Type } from '@sinclair/typebox';
import { ErrorShapeSchema } from './errors.js';
import { closedObject, Count, named, NonEmptyString } from './primitives.js';

/** How often presence and health have changed; a client that sees a higher number asks again. */
export const StateVersionSchema = named('StateVersion', closedObject({ presence: Count, health: Count }));
export type StateVersion = Static<typeof StateVersionSchema>;

export const RequestFrameSchema = named(
  'RequestFrame',
  closedObject({
    type: Type.Literal('req'),
    id: NonEmptyString,
    method: NonEmptyString,
    params: Type.Optional(Type.Unknown()),
  }),
);
export type RequestFrame = Static<typeof RequestFrameSchema>;

export const ResponseFrameSchema = named(
  'ResponseFrame',
  closedObject({
    type: Type.Literal('res'),
    id: NonEmptyString,
    ok: Type.Boolean(),
    payload: Type.Optional(Type.Unknown()),
    error: Type.Optional(ErrorShapeSchema),
  }),
);
export type ResponseFrame = Static<typeof ResponseFrameSchema>;

export const EventFrameSchema = named(
  'EventFrame',
  closedObject({
    type: Type.Literal('event'),
    event: NonEmptyString,
    payload: Type.Optional(Type.Unknown()),
    /** Contiguous in the connection, from 1. */
    seq: Type.Optional(Count),
    stateVersion: Type.Optional(StateVersionSchema),
  }),
);
export type EventFrame = Static<typeof EventFrameSchema>;

/** Every frame, told apart by `type`. */
export const GatewayFrameSchema = Type.Unsafe<RequestFrame | ResponseFrame | EventFrame>({
  title: 'GatewayFrame',
  type: 'object',
  required: ['type'],
  oneOf: [RequestFrameSchema, ResponseFrameSchema, EventFrameSchema],
  discriminator: { propertyName: 'type' },
});
export type GatewayFrame = Static<typeof GatewayFrameSchema>;
