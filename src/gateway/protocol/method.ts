import type { Static, TSchema } from '@sinclair/typebox';
import { EmptyParams } from './schemas/primitives.js';
import type { Role, Scope } from './schemas/connect.js';

/** What a method is, without what it does. */
export interface MethodDefinition<P extends TSchema = TSchema, R extends TSchema = TSchema> {
  readonly description: string;
  readonly params: P;
  readonly result: R;
  /** What an operator needs; `none`: whoever is connected may call it. */
  readonly scope: Scope | 'none';
  /** Who may call it at all. */
  readonly roles: readonly Role[];
}

/** All methods by name. */
export type MethodTable = Readonly<Record<string, MethodDefinition>>;

export type ParamsOf<T extends MethodTable, M extends keyof T> = Static<T[M]['params']>;
export type ResultOf<T extends MethodTable, M extends keyof T> = Static<T[M]['result']>;

/** Defines a method for operators; for others too where `roles` says so. */
export function method<P extends TSchema, R extends TSchema>(definition: {
  description: string;
  params?: P;
  result: R;
  scope: Scope | 'none';
  roles?: readonly Role[];
}): MethodDefinition<TSchema extends P ? typeof EmptyParams : P, R> {
  const { description, params = EmptyParams, result, scope, roles = ['operator'] } = definition;
  return { description, params, result, scope, roles } as unknown as MethodDefinition<TSchema extends P ? typeof EmptyParams : P, R>;
}

/** What an event is. */
export interface EventDefinition<P extends TSchema = TSchema> {
  readonly description: string;
  readonly payload: P;
  /** Who is sent it: `everyone`, whoever has the scope, or single connections that it is meant for (`targeted`, without `seq`). */
  readonly audience: Scope | 'everyone' | 'targeted';
}

/** All events by name. */
export type EventTable = Readonly<Record<string, EventDefinition>>;

/** Defines an event. */
export function event<P extends TSchema>(audience: EventDefinition['audience'], description: string, payload: P): EventDefinition<P> {
  return { audience, description, payload };
}
