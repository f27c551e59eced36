import { useSyncExternalStore } from 'react';

function watchOnline(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/**
 * What the browser knows of the network: false is certain, true only means that there may be a
 * connection.
 */
export function useBrowserOnline(): boolean {
  return useSyncExternalStore(watchOnline, () => navigator.onLine);
}
