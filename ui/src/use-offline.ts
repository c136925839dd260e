import { useEffect, useState } from 'react';
import { fetchHealth } from './api/jarvis-client.js';

/** Whether the server says that it answers with the offline model. False until it has, and where it cannot be asked. */
export function useOffline(): boolean {
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    fetchHealth(controller.signal).then(
      (health) => setOffline(health.offline),
      () => undefined, // A server that cannot be reached is said where it matters: when a message is sent.
    );
    return () => controller.abort();
  }, []);
  return offline;
}
