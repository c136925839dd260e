import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiForbiddenResponse, ApiSecurity, ApiUnauthorizedResponse } from '@nestjs/swagger';

/** Who may call a route. */
export type Access =
  | { kind: 'public' }
  | { kind: 'sign-in' }
  | { kind: 'owner' }
  | { kind: 'guest' }
  | { kind: 'scope'; scope: string }
  | { kind: 'owner-or-scope'; scopes: readonly string[] };

/** Metadata key of a route's declared access. */
export const ACCESS = 'jarvis:access';

/** Name of the security scheme of X-Session-ID in the API's description. */
export const SESSION_SCHEME = 'session';

/** Everybody, also strangers: nothing of anybody's data may be in the answer. */
export const Public = (): ClassDecorator & MethodDecorator => declare({ kind: 'public' });

/** Whoever wants to come in: strangers too, but with the checks of origin that hold for everything behind the door. */
export const ToSignIn = (): ClassDecorator & MethodDecorator => declare({ kind: 'sign-in' });

/** The owner: on this machine, by an admin token, or by a session with the PIN. */
export const OwnerOnly = (): ClassDecorator & MethodDecorator => declare({ kind: 'owner' });

/** The owner and guests. What a guest sees there is the handler's affair: it is handed the caller. */
export const GuestMay = (): ClassDecorator & MethodDecorator => declare({ kind: 'guest' });

/**
 * Whoever presents a token with this scope, or an admin token. A client on this machine needs one too: what asks here is a
 * program that was given a key.
 */
export const Scope = (scope: string): ClassDecorator & MethodDecorator => declare({ kind: 'scope', scope });

/** The owner, and whoever presents a token with one of these scopes. */
export const OwnerOrScope = (...scopes: string[]): ClassDecorator & MethodDecorator => declare({ kind: 'owner-or-scope', scopes });

function declare(access: Access): ClassDecorator & MethodDecorator {
  const metadata = SetMetadata(ACCESS, access);
  const forbidden = ApiForbiddenResponse({ description: 'The caller may not do this, or the request comes from a page of another site.' });
  if (access.kind === 'public') return metadata;
  if (access.kind === 'sign-in') return applyDecorators(metadata, forbidden);
  return applyDecorators(
    metadata,
    ApiBearerAuth(),
    ...(access.kind === 'scope' ? [] : [ApiSecurity(SESSION_SCHEME)]),
    ApiUnauthorizedResponse({ description: 'Nobody is known behind the request: it carries no session or `Authorization: Bearer <token>`, or none that is valid.' }),
    forbidden,
  );
}
