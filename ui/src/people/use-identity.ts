import { useSyncExternalStore } from 'react';
import { identity, type IdentityState } from '../api/identity.js';

/** Who the page is to the server. */
export const useIdentity = (): IdentityState => useSyncExternalStore(identity.subscribe, identity.snapshot);
