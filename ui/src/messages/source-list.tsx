import type { Source } from '../api/sources.js';
import { HEADLINE_CHARACTERS } from '../limits.js';

interface SourceListProps {
  sources: readonly Source[];
}

/** The pages that an answer rests on, numbered, each with its host to judge by. */
export function SourceList({ sources }: SourceListProps) {
  return (
    <ol aria-label="Sources" className="mt-3">
      {sources.map(({ title, url, host }, index) => (
        <li key={index} className="flex gap-2">
          <span className="min-w-5 shrink-0 text-end text-muted">{index + 1}.</span>
          <a href={url} title={url} target="_blank" rel="noopener noreferrer" className="min-w-0 wrap-anywhere max-sm:min-h-11">
            <bdi className="text-accent underline underline-offset-2">{title.length > HEADLINE_CHARACTERS ? `${title.slice(0, HEADLINE_CHARACTERS)}…` : title}</bdi>
            {title !== host && <span className="text-muted"> {host}</span>}
          </a>
        </li>
      ))}
    </ol>
  );
}
