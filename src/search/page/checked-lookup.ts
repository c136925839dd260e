import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { AddressRefusedError } from '../search.errors.js';

/** All addresses of a name, as the system resolves it. */
export type Resolve = (hostname: string, options: LookupOptions & { all: true }) => Promise<readonly LookupAddress[]>;

/**
 * A lookup that hands out only addresses that may be connected to: what was checked is what is used, so that a name cannot mean another
 * address a moment later (DNS rebinding). One refused address refuses the name.
 */
export function checkedLookup(resolve: Resolve, mayConnect: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    const check = async (): Promise<LookupAddress[]> => {
      const addresses = [...(await resolve(hostname, { ...options, all: true }))];
      if (addresses.length === 0 || !addresses.every(({ address }) => mayConnect(address))) throw refusal(hostname);
      return addresses;
    };
    check().then(
      (addresses) => {
        if (options.all === true) callback(null, addresses);
        else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

/** Names the host as it was asked for, and no address behind it. */
export function refusal(host: string): AddressRefusedError {
  return new AddressRefusedError(`${host} is not on the public internet, so it is not fetched. (The owner may allow it: setting webFetch.allowPrivate.)`);
}
