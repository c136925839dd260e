import { isSecretName } from '../../security/known-secret-redactor.js';

/** Parts of names that mean a secret, wider than what is redacted: a variable too few hurts less than one too many. */
const SECRET_WORD = /(^|_)(API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|PIN|CREDENTIALS?|PAT)($|_)/i;

/** A URL with a user and a password in it (`postgres://me:secret@host/db`). */
const URL_WITH_PASSWORD = /[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:[^\s/@]+@/i;

/** Shell variables that hold a directory and only look like a password. */
const DIRECTORIES = new Set(['PWD', 'OLDPWD']);

/**
 * The environment in which PM2 and the server start. PM2 writes the environment of whoever starts a process into its
 * process list (`pm2 jlist`) and its dump file, so nothing that looks like a secret may be in it. The server misses
 * nothing: it reads `.env` itself, also every variable whose name stands there.
 *
 * @param dotEnvNames names that `.env` defines
 */
export function daemonEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  dotEnvNames: readonly string[],
): Record<string, string> {
  const kept = Object.entries(environment).filter((entry): entry is [string, string] => {
    const [name, value] = entry;
    if (value === undefined || dotEnvNames.includes(name)) return false;
    if (DIRECTORIES.has(name)) return true;
    return !isSecretName(name) && !SECRET_WORD.test(name) && !URL_WITH_PASSWORD.test(value);
  });
  return Object.fromEntries(kept);
}
