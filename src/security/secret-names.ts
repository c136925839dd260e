import { OWN_SECRET_NAMES } from '../config/config.service.js';

/** `API_KEY`, `GITHUB_PAT`, `PGPASSWORD`, `AWS_SECRET_ACCESS_KEY` ... */
const SECRET_NAME = /(^|_)(KEYS?|PASS|PASSPHRASE|CREDENTIALS?|PAT|PIN|AUTH|COOKIE)(_|$)|(APIKEY|TOKEN|SECRET|PASSWORD|PASSWD)S?(_|$)/i;

/** A socket's path, and whom the key is for. */
const NO_SECRETS: readonly string[] = ['SSH_AUTH_SOCK', 'OPENROUTER_API_KEY_FOR'];

/** True where a variable's name says that its value is a secret. */
export function isSecretName(name: string): boolean {
  return OWN_SECRET_NAMES.includes(name) || (SECRET_NAME.test(name) && !NO_SECRETS.includes(name));
}
