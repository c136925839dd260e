import { existsSync, statSync } from 'node:fs';
import { systemErrorCode } from '../common/domain-error.js';
import { readEnvironmentFile } from '../config/environment-file.js';
import { MIN_SECRET_LENGTH } from './limits.js';
import { encodedForms } from './secret-forms.js';
import { isSecretName } from './secret-names.js';
import { REDACTED, SecretRedactor } from './secret-redactor.js';

/**
 * Secrets that are known by their shape: provider keys, our own tokens, passwords in URLs, and hashes of tokens and PINs. None matches
 * over the end of a JSON string, so that JSON stays JSON, or prose such as "Bearer authentication".
 */
const SECRET_SHAPES: readonly [shape: RegExp, replacement: string][] = [
  [/\b(Bearer\s+)(?:(?=[A-Za-z._~+/-]*\d)[A-Za-z0-9._~+/-]{8,}|[A-Za-z._~+/-]{32,})=*/gi, `$1${REDACTED}`],
  [/\bjrv_[0-9a-f]{12}_[A-Za-z0-9_-]{43}/g, REDACTED],
  [/\bsk-(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{16,}/g, REDACTED],
  [/(:\/\/[\w.~%!$&'()*+=-]{0,200}:)[\w.~%!$&'()*+=:^-]{1,200}@/g, `$1${REDACTED}@`],
  [/\$(?:sha256|scrypt|pbkdf2)[\w-]*\$[A-Za-z0-9+/=$.,_-]{20,}/g, REDACTED],
];

/**
 * Knows the secret values of `.env` and the environment, and finds each in plain, JSON-escaped, URL-encoded, base64 and
 * hexadecimal form. A value that was once known stays known until the process ends: a replaced key may still be valid.
 * Values shorter than MIN_SECRET_LENGTH are left alone, since they would be found in ordinary text.
 */
export class KnownSecretRedactor extends SecretRedactor {
  private readonly values = new Set<string>();
  private forms: readonly string[] = [];
  private version = '';

  constructor(
    private readonly environmentFile: string,
    private readonly environment: Readonly<Record<string, string | undefined>> = process.env,
  ) {
    super();
    this.refresh();
  }

  override redact(text: string): string {
    if (text === '') return text;
    this.refresh();
    return this.clean(text);
  }

  override forRecord(): (text: string) => string {
    this.refresh();
    return (text) => this.clean(text);
  }

  override heldBack(text: string): number {
    this.refresh();
    return Math.max(0, ...this.forms.map((form) => overlap(text, form)));
  }

  override know(secret: string): void {
    const before = this.values.size;
    this.add(secret.trim());
    if (this.values.size > before) this.updateForms();
  }

  private clean(text: string): string {
    let clean = text;
    for (const form of this.forms) {
      if (clean.includes(form)) clean = clean.replaceAll(form, REDACTED);
    }
    for (const [shape, replacement] of SECRET_SHAPES) clean = clean.replace(shape, replacement);
    return clean;
  }

  private refresh(): void {
    const version = versionOf(this.environmentFile);
    if (version === this.version) return;
    this.version = version;
    try {
      this.learn(readEnvironmentFile(this.environmentFile));
    } catch {
      // An unreadable .env has no values that anybody else could have read either; those known before stay known.
    }
    this.learn(this.environment);
  }

  private learn(variables: Readonly<Record<string, string | undefined>>): void {
    const before = this.values.size;
    for (const [name, value] of Object.entries(variables)) {
      const secret = value?.trim() ?? '';
      if (isSecretName(name) && !isFile(secret)) this.add(secret);
    }
    if (this.values.size > before) this.updateForms();
  }

  private add(secret: string): void {
    if (secret.length >= MIN_SECRET_LENGTH) this.values.add(secret);
  }

  private updateForms(): void {
    // Longest first, so that no short form takes a bite out of a longer one.
    const forms = new Set([...this.values].flatMap(encodedForms));
    this.forms = [...forms].sort((a, b) => b.length - a.length);
  }
}

/** Characters at the end of `text` that are a beginning of `form`, but not all of it. */
function overlap(text: string, form: string): number {
  for (let length = Math.min(text.length, form.length - 1); length > 0; length -= 1) {
    if (form[length - 1] === text.at(-1) && text.endsWith(form.slice(0, length))) return length;
  }
  return 0;
}

/** `GOOGLE_APPLICATION_CREDENTIALS` and its like name the file that holds the secret, and a path is said all the time. */
function isFile(value: string): boolean {
  return value.startsWith('/') && existsSync(value);
}

function versionOf(file: string): string {
  try {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? 'absent' : `${stat.ino}:${stat.size}:${stat.mtimeNs}`;
  } catch (error) {
    return systemErrorCode(error) ?? 'unreadable';
  }
}
