import type { Citation } from '../api/sources.js';

interface CitationListProps {
  citations: readonly Citation[];
}

/** The passages of documents that an answer cites, by the numbers that it cites them with. */
export function CitationList({ citations }: CitationListProps) {
  return (
    <ul aria-label="From your documents" className="mt-3 text-muted">
      {citations.map(({ number, place }) => (
        <li key={number} className="wrap-anywhere">[{number}] <bdi>{place}</bdi></li>
      ))}
    </ul>
  );
}
