import { StorageError, systemErrorCode } from '../common/domain-error.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space and try again',
  EFBIG: 'its file would be larger than this system allows. Begin a new session',
  EDQUOT: 'the disk quota is used up. Free some space and try again',
  EACCES: 'permission was denied. Give the server\'s user the right to read and write its home',
  EPERM: 'permission was denied. Give the server\'s user the right to read and write its home',
  EROFS: 'the file system is read-only. Mount it writable and try again',
  EISDIR: 'a folder stands where its file should be. Move that folder away and try again',
  ENOTDIR: 'a file stands where its folder should be. Move that file away and try again',
  ENOTEMPTY: 'a folder stands where its file should be. Move that folder away and try again',
  ELOOP: 'its file is a link that leads in a circle. Remove that link and try again',
  EMFILE: 'too many files are open. Try again later',
  ENFILE: 'too many files are open. Try again later',
  EIO: 'the disk reported an error. Check the disk',
};

/**
 * Turns a system error into a StorageError that a caller may see: what could not be done and what to do, no path.
 * Anything that is no system error (a fault of ours, a DomainError) comes back as it is, to be thrown on.
 *
 * @param subject what failed, as the start of a sentence: `The conversation of session abc could not be stored`
 */
export function toStorageError(error: unknown, subject: string, sessionId?: string): unknown {
  const code = systemErrorCode(error);
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) return error;
  const reason = REASONS[code] ?? `the system refused it (${code})`;
  return new StorageError(`${subject}: ${reason}.`, { reason: code, ...(sessionId === undefined ? {} : { sessionId }) }, { cause: error });
}
