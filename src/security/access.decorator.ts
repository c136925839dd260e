import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiForbiddenResponse, ApiUnauthorizedResponse } from '@nestjs/swagger';

/** Who may call a route. */
export type Access =
  | { kind: 'public' }
  | { kind: 'owner' }
  | { kind: 'guest' }
  | { kind: 'scope'; scope: string }
  | { kind: 'owner-or-scope'; scopes: readonly string[] };

/** Metadata key of a route's declared access. */
export const ACCESS = 'jarvis:access';

/** Everybody, also strangers: nothing of anybody's data may be in the answer. */
export const Public = (): ClassDecorator & MethodDecorator => declare({ kind: 'public' });

/** The owner: on this machine, or by an admin token. */
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
  if (access.kind === 'public') return metadata;
  return applyDecorators(
    metadata,
    ApiBearerAuth(),
    ApiUnauthorizedResponse({ description: 'Nobody is known behind the request: `Authorization: Bearer <token>` is missing or not valid.' }),
    ApiForbiddenResponse({ description: 'The caller may not do this, or the request comes from a page of another site.' }),
  );
}
