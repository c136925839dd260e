import type { SecretRedactor } from '../security/secret-redactor.js';
import type { OpenSession } from '../sessions/session.js';

/**
 * A session as a turn writes to it: known secrets are taken out of all that is stored and logged, and so of all that is sent to a model
 * (docs/security.md, "Secrets").
 */
export function redactedSession(session: OpenSession, redactor: SecretRedactor): OpenSession {
  return {
    id: session.id,
    isNew: session.isNew,
    get metadata() {
      return session.metadata;
    },
    get messages() {
      return session.messages;
    },
    get damage() {
      return session.damage;
    },
    get interrupted() {
      return session.interrupted;
    },
    append: (messages) => session.append(redacted(messages, redactor)),
    write: (messages) => session.write(redacted(messages, redactor)),
    updateMetadata: (patch) => session.updateMetadata(redacted(patch, redactor)),
    appendLog: (entry) => session.appendLog(redacted(entry, redactor)),
  };
}

/** A copy of plain data without known secrets in its texts. Names of fields stay as they are. */
export function redacted<T>(value: T, redactor: SecretRedactor): T {
  const redact = redactor.forRecord();
  const copyOf = (part: unknown): unknown => {
    if (typeof part === 'string') return redact(part);
    if (Array.isArray(part)) return part.map(copyOf);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, field]) => [name, copyOf(field)]));
  };
  return copyOf(value) as T;
}
