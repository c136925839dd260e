import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from '../common/atomic-file.js';

const TOKEN = /^jrv_[0-9a-f]{12}_[A-Za-z0-9_-]{43}$/;

/**
 * What the owner's own programs on this machine (`jarvis chat`, `jarvis gateway`) show to the server, so that they work without a PIN typed in:
 * a random token in a file that the owner alone can read (0600), made anew at each start.
 */
export class LocalToken {
  /** @param file JarvisPaths.localTokenFile */
  constructor(private readonly file: string) {}

  /** Makes a new one. Throws the system error where it cannot be written. */
  async renew(): Promise<void> {
    await mkdir(path.dirname(this.file), { recursive: true, mode: 0o700 });
    await writeFileAtomic(this.file, `jrv_${randomBytes(6).toString('hex')}_${randomBytes(32).toString('base64url')}\n`);
  }

  /** The token that is in force: the file's, since two servers of one home share it. Undefined where there is none. */
  read(): string | undefined {
    try {
      const text = readFileSync(this.file, 'utf8').trim();
      return TOKEN.test(text) ? text : undefined;
    } catch {
      return undefined;
    }
  }

  /** Whether this is the token. Takes the same time for a wrong one as for the right one. */
  is(presented: string): boolean {
    const token = TOKEN.test(presented) ? this.read() : undefined;
    return token !== undefined && timingSafeEqual(digest(presented), digest(token));
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
