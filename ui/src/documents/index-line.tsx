import { useEffect, useState } from 'react';
import { fetchIndexStatus, type IndexStatus } from '../api/documents.js';
import { INDEX_POLL_MS } from '../limits.js';

interface IndexLineProps {
  /** Another value where something may have changed. */
  version: number;
}

/** Says in a quiet line how far documents can be found by their meaning, while that is not all of them; looks again only until it is. */
export function IndexLine({ version }: IndexLineProps) {
  const [status, setStatus] = useState<IndexStatus>();
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      // A guest may not ask, and nothing depends on it.
      const now = await fetchIndexStatus(controller.signal).catch(() => undefined);
      if (controller.signal.aborted) return;
      setStatus(now);
      if (now?.state === 'indexing') timer = setTimeout(() => void look(), INDEX_POLL_MS);
    };
    void look();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [version]);

  if (status === undefined || status.state === 'idle' || status.embedded >= status.passages) return null;
  const words = `${status.embedded.toLocaleString('en')} of ${status.passages.toLocaleString('en')} passages can be found by their meaning, all by their words.`;
  return <p role="status" className="px-4 py-1 text-code wrap-anywhere text-muted">{words} {status.state === 'waiting' && status.error}</p>;
}
