import { TextButton } from '../layout/text-button.js';
import { progressInWords } from './progress-in-words.js';
import type { Uploads } from './use-uploads.js';

interface UploadRowsProps {
  uploads: Uploads;
}

/** The files on their way, each with how far it has come, and those that were not taken with the reason. */
export function UploadRows({ uploads }: UploadRowsProps) {
  if (uploads.list.length === 0) return null;
  return (
    <ul aria-label="Uploads" className="px-4">
      {uploads.list.map(({ id, name, share, refusal }) => (
        <li key={id} className="flex items-baseline justify-between gap-3 py-1">
          <span className="min-w-0 wrap-anywhere">
            <bdi>{name}</bdi>
            <span role={refusal === '' ? undefined : 'status'} className={`block text-code ${refusal === '' ? 'text-muted' : 'text-error'}`}>{refusal || progressInWords(share)}</span>
          </span>
          <TextButton label={`${refusal === '' ? 'Cancel' : 'Dismiss'} ${name}`} onPress={() => uploads.remove(id)}>{refusal === '' ? 'Cancel' : 'Dismiss'}</TextButton>
        </li>
      ))}
    </ul>
  );
}
