import { isSecretName } from '../security/secret-names.js';
import type { SecretRedactor } from '../security/secret-redactor.js';

/** Variables that load code into every program, and those of the programs that started the server (npm, PM2, Jarvis). */
const NOT_INHERITED =
  /^(LD_PRELOAD|LD_AUDIT|DYLD_.*|NODE_OPTIONS|NODE_CHANNEL_.*|NODE_V8_COVERAGE|BASH_ENV|ENV|BASH_FUNC_.*|PROMPT_COMMAND|PYTHONSTARTUP|PERL5OPT|RUBYOPT|OLDPWD|npm_.*|JARVIS.*|PM2_.*|pm_.*|axm_.*|NODE_APP_INSTANCE|SHLVL|_)$/;

/** `scheme://user:password@host`. */
const URL_WITH_PASSWORD = /^[a-z][a-z0-9+.-]*:\/\/[^/\s@]*:[^/\s@]+@/i;

/**
 * What a tool inherits of the server's environment: everything ordinary, and nothing that is or may hold a secret, by name
 * (`*_API_KEY`, `*_TOKEN`, `*_SECRET`, `*_PASSWORD` and their like), by form (a URL with a password) or because the
 * redactor knows the value.
 */
export function inheritedEnvironment(source: Readonly<NodeJS.ProcessEnv>, redactor: SecretRedactor): Record<string, string> {
  const inherited: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined || NOT_INHERITED.test(name) || isSecretName(name)) continue;
    if (URL_WITH_PASSWORD.test(value) || redactor.redact(value) !== value) continue;
    inherited[name] = value;
  }
  return inherited;
}
