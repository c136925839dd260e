import { isOwner, type Principal } from '../../security/principal.js';
import type { EventDefinition, MethodDefinition } from '../protocol/method.js';
import { type Role, type Scope, SCOPES } from '../protocol/schemas/connect.js';

/** Who is connected, as far as permissions go. */
export interface Permissions {
  readonly role: Role;
  readonly scopes: readonly Scope[];
}

/** The most that somebody may be granted: the owner everything, a token's bearer what the token says. */
export function allowedScopes(principal: Principal): Scope[] {
  if (isOwner(principal)) return [...SCOPES];
  return SCOPES.filter((scope) => implies(principal.scopes as readonly Scope[], scope));
}

/** What was asked for and is allowed. */
export function grantedScopes(asked: readonly string[], principal: Principal): Scope[] {
  return allowedScopes(principal).filter((scope) => asked.includes(scope));
}

/** Whether these scopes cover that one: admin covers all, write covers read. */
export function implies(scopes: readonly Scope[], scope: Scope): boolean {
  if (scopes.includes(scope) || scopes.includes('operator.admin')) return true;
  return scope === 'operator.read' && scopes.includes('operator.write');
}

/** Why a method may not be called, in the words that clients look for; undefined where it may. */
export function refusalOf(method: MethodDefinition, { role, scopes }: Permissions): string | undefined {
  if (!method.roles.includes(role)) return `unauthorized role: ${role}`;
  if (role === 'node' || method.scope === 'none' || implies(scopes, method.scope)) return undefined;
  return `missing scope: ${method.scope}`;
}

/** Whether a connection is sent an event that goes to many. */
export function mayReceive(event: EventDefinition, { role, scopes }: Permissions): boolean {
  if (event.audience === 'targeted') return false;
  return event.audience === 'everyone' || (role === 'operator' && implies(scopes, event.audience));
}
