import type { Principal } from '../principal.js';
import type { Client } from '../request/client.js';
import type { RequestDescription } from '../request/request-description.js';

/** What an authenticator makes of a request. */
export type Authentication =
  /** The request carries nothing of this authenticator's kind: the next one is asked. */
  | { outcome: 'absent' }
  /** `session` names the session that it was, for counting; it is nobody's secret. */
  | { outcome: 'accepted'; principal: Principal; session?: string }
  /** Credentials that are not valid. Nobody else is asked: a wrong token never falls back to being the owner. */
  | { outcome: 'refused'; reason: string };

/** One way of proving who is calling. Must not throw; what cannot be checked is refused. */
export abstract class Authenticator {
  abstract authenticate(request: RequestDescription, client: Client): Authentication | Promise<Authentication>;
}
