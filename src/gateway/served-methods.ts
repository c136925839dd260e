import type { MethodDefinition, MethodTable, ParamsOf, ResultOf } from './protocol/method.js';
import type { GatewayMethods, MethodName } from './protocol/methods.js';
import type { Connection } from './server/connection.js';
import { type Permissions, refusalOf } from './server/scopes.js';

/** What a handler is told beside its params. */
export interface RequestContext {
  readonly connection: Connection;
  /** Answers at once; what the handler returns is a second response under the same id. */
  readonly respond: (payload: unknown) => void;
}

/** What a method does. Params have been checked; what it throws becomes the error response. */
export type Handler<T extends MethodTable, M extends keyof T> = (
  params: ParamsOf<T, M>,
  context: RequestContext,
) => Promise<ResultOf<T, M>> | ResultOf<T, M>;

/** A handler for each method of a table. */
export type Handlers<T extends MethodTable, M extends keyof T = keyof T> = { readonly [K in M]: Handler<T, K> };

/** Handlers for some of the gateway's methods. */
export type HandlersOf<M extends MethodName> = Handlers<GatewayMethods, M>;

interface ServedMethod {
  readonly definition: MethodDefinition;
  readonly handle: (params: never, context: RequestContext) => unknown;
}

/** The methods that a server has: no handler without a line in the table, no line without a handler. */
export class ServedMethods {
  private constructor(private readonly methods: ReadonlyMap<string, ServedMethod>) {}

  static of<T extends MethodTable>(table: T, handlers: Handlers<T>): ServedMethods {
    return new ServedMethods(
      new Map(Object.entries(table).map(([name, definition]) => [name, { definition, handle: handlers[name] as ServedMethod['handle'] }])),
    );
  }

  find(name: string): ServedMethod | undefined {
    return this.methods.get(name);
  }

  /** The names of those that may be called with these permissions: what discovery says. */
  callableBy(permissions: Permissions): string[] {
    return [...this.methods].filter(([, { definition }]) => refusalOf(definition, permissions) === undefined).map(([name]) => name);
  }
}
