import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { writeJsonAtomic } from '../common/atomic-file.js';
import { systemErrorCode } from '../common/domain-error.js';
import type { CommandIdentity } from './approval.js';

/** A command to which the owner said "always". */
interface StoredApproval extends CommandIdentity {
  /** ISO 8601. */
  approvedAt: string;
  /** Who said it: role and name. */
  approvedBy: string;
}

/**
 * The commands to which the owner said "always", in one file that people may read and edit. Read at each question: taking a
 * line out holds at once. A damaged file approves nothing; it is kept aside before the next approval is stored.
 */
export class ApprovalStore {
  private writing: Promise<unknown> = Promise.resolve();

  /** @param file approvals.json; needs not exist */
  constructor(private readonly file: string) {}

  /** Never throws: what cannot be read is not approved. */
  async has(identity: CommandIdentity): Promise<boolean> {
    const stored = await this.read().catch(() => []);
    return stored !== undefined && stored.some((approval) => isSame(approval, identity));
  }

  /** Throws the system error where the file cannot be written. */
  add(identity: CommandIdentity, approvedBy: string, now: Date): Promise<void> {
    const added = this.writing.then(async () => {
      const stored = await this.read();
      if (stored === undefined) await rename(this.file, `${this.file}.damaged-${now.getTime()}`);
      const { tool, command, directory, codeFingerprint } = identity;
      const approval: StoredApproval = {
        tool,
        command,
        directory,
        ...(codeFingerprint === undefined ? {} : { codeFingerprint }),
        approvedAt: now.toISOString(),
        approvedBy,
      };
      await mkdir(path.dirname(this.file), { recursive: true, mode: 0o700 });
      await writeJsonAtomic(this.file, { approvals: [...(stored ?? []), approval] });
    });
    this.writing = added.catch(() => undefined);
    return added;
  }

  /** Undefined where the file is damaged. Throws the system error where it cannot be read. */
  private async read(): Promise<StoredApproval[] | undefined> {
    let text: string;
    try {
      text = await readFile(this.file, 'utf8');
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return [];
      throw error;
    }
    try {
      const { approvals } = JSON.parse(text) as { approvals?: unknown };
      return Array.isArray(approvals) ? (approvals as StoredApproval[]) : undefined;
    } catch {
      return undefined;
    }
  }
}

function isSame(approval: CommandIdentity | null, identity: CommandIdentity): boolean {
  return (
    approval?.tool === identity.tool &&
    approval.command === identity.command &&
    approval.directory === identity.directory &&
    approval.codeFingerprint === identity.codeFingerprint
  );
}
