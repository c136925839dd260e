import type { Settings } from '../config/settings.js';
import { isOwner, type Principal } from '../security/principal.js';

/** Whether a caller may see what the documents say: the owner, and guests where the setting `guestReads` is `all`. */
export function mayReadDocuments(principal: Principal, settings: Readonly<Pick<Settings, 'guestReads'>>): boolean {
  return isOwner(principal) || (principal.role === 'guest' && settings.guestReads === 'all');
}
