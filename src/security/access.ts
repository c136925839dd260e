import type { Access } from './access.decorator.js';
import type { CallerIdentity } from './authentication/caller.service.js';
import { AccessDeniedError, AuthenticationRequiredError } from './errors.js';
import { isOwner, type Principal } from './principal.js';

const UNAUTHENTICATED = 'Authentication required';

/**
 * The one place that decides who may call what. Throws AuthenticationRequiredError where nobody is known behind the call,
 * AccessDeniedError where the known caller may not.
 */
export function assertAccess(access: Access | undefined, caller: CallerIdentity): void {
  if (access?.kind === 'public' || access?.kind === 'sign-in') return;
  const { principal } = caller;
  if (principal === undefined) {
    const reason = caller.reason === undefined ? '' : ` ${caller.reason}`;
    throw new AuthenticationRequiredError(
      `${UNAUTHENTICATED}.${reason} Begin a session at /api/auth, or make an access token with \`jarvis token create\` and send it as "Authorization: Bearer <token>".`,
      { detail: UNAUTHENTICATED },
    );
  }
  if (access === undefined) throw new AccessDeniedError('Nobody may call this: it declares no access.');
  assertPrincipal(access, principal);
}

function assertPrincipal(access: Exclude<Access, { kind: 'public' | 'sign-in' }>, principal: Principal): void {
  switch (access.kind) {
    case 'owner':
      if (isOwner(principal)) return;
      throw ownersOnly(principal, 'Only the owner may do this.');
    case 'guest':
      if (isOwner(principal) || principal.role === 'guest') return;
      throw new AccessDeniedError('This access token is for other routes.');
    case 'owner-or-scope':
      if (isOwner(principal) || access.scopes.some((scope) => principal.scopes.includes(scope))) return;
      throw ownersOnly(principal, `Only the owner may do this, and access tokens with the scope ${access.scopes.join(' or ')}.`);
    case 'scope':
      if (principal.role === 'admin' || principal.scopes.includes(access.scope)) return;
      if (principal.role === 'api-key') throw new AccessDeniedError(`This access token does not have the scope ${access.scope}.`);
      throw new AuthenticationRequiredError(
        `This needs an access token. Make one with \`jarvis token create --scope ${access.scope}\` and send it as "Authorization: Bearer <token>".`,
      );
  }
}

/** A guest is told in the words that JarvisChat's page looks for. */
function ownersOnly({ role }: Principal, message: string): AccessDeniedError {
  return new AccessDeniedError(role === 'guest' ? 'Admin PIN required for this action' : message);
}
