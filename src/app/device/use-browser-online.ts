import { useSyncExternalStore } from 'react';

function watchOnline(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** What the browser thinks of the network: false is certain, true is only hope. */
export function useBrowserOnline(): boolean {
  return useSyncExternalStore(watchOnline, () => navigator.onLine);
}
