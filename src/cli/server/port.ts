import { createServer } from 'node:net';
import { systemErrorCode } from '../../common/domain-error.js';

/** Why a server cannot listen at an address now, as the system's error code (`EADDRINUSE` ...); undefined where it can. */
export function whyNotListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(systemErrorCode(error) ?? 'unknown'));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}

/** The same in words, with what to do about it. */
export function portProblem(code: string, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return (
        `Port ${port} is in use by another program. End that program, ` +
        'or choose another port: `jarvis setup --port <number>` (or "port" in settings.json).'
      );
    case 'EACCES':
      return `Port ${port} may only be used by the administrator. Choose one from 1024 up: \`jarvis setup --port <number>\`.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine has no address ${host}. Correct "host" in settings.json; 127.0.0.1 is the usual one.`;
    default:
      return `Listening at ${host}, port ${port}, is not possible (${code}). Check "host" and "port" in settings.json.`;
  }
}
