import type { BuiltServer, BuiltServerOptions } from '../../src/scripts/built-server.mjs';

export type { BuiltServer, ProcessEnd } from '../../src/scripts/built-server.mjs';

/** As BuiltServerOptions; without a home the server gets a new empty one. */
export type StartServerOptions = Omit<BuiltServerOptions, 'home'> & { home?: string };

/** A new empty home, removed at the end. */
export function makeTestHome(): Promise<string>;

/**
 * Starts the built server on a free port with the offline model (unless `settings` says otherwise) and resolves when it
 * listens. Give the `home` of a stopped server to start it anew on the same data.
 */
export function startServer(options?: StartServerOptions): Promise<BuiltServer>;

/** Kills what still runs and removes the homes. Runs by itself at the end of a Jest file or a program. */
export function stopServers(): Promise<void>;
