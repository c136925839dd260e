import { DomainError, messageOf, systemErrorCode } from './common/domain-error.js';

/** Why the server could not start, in words that say what to do. */
export function startFailure(error: unknown): string {
  if (error instanceof DomainError) return error.message;
  const code = systemErrorCode(error);
  const { address, port } = error as { address?: string; port?: number };
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is already in use. Stop the program that uses it, or set another "port" in settings.json.`;
    case 'EADDRNOTAVAIL':
      return `this machine has no address ${address}. Set "host" in settings.json to one that it has.`;
    case 'EACCES':
    case 'EPERM':
      return port === undefined
        ? `a folder of ~/.jarvis may not be written (${code}). Give it back to your user: chown -R "$USER" ~/.jarvis`
        : `port ${port} may not be used by this user. Set "port" in settings.json to a number above 1023.`;
    case 'EROFS':
    case 'ENOSPC':
      return `~/.jarvis cannot be written (${code}): make room, or mount it writable.`;
    default:
      return error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
  }
}
