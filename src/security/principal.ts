/** How far a caller is trusted: `local` is the owner on loopback, `admin` the owner by token or PIN. */
export type PrincipalRole = 'local' | 'admin' | 'guest' | 'api-key';

/** Who is calling. Handed down as an argument from the face that authenticated it; never looked up further down. */
export interface Principal {
  role: PrincipalRole;
  /** Stable name for logs: `local`, a token's id, a guest session's id, a channel user. */
  id: string;
  /** What an api-key principal may do (`completions`, `operator.read` ...); empty for the other roles. */
  scopes: readonly string[];
  /** The client's address, where there is one. */
  address?: string;
}

/** The owner's own process: schedules, start-up work. */
export const SYSTEM_PRINCIPAL: Principal = { role: 'local', id: 'system', scopes: [] };

/** True for the owner, by whichever way they came in. */
export function isOwner(principal: Principal): boolean {
  return principal.role === 'local' || principal.role === 'admin';
}
