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

/**
 * Calls `look` when the network is back, and when the page is shown or hidden. Returns the function
 * that ends it.
 */
export function watchSigns(look: () => void): () => void {
  addEventListener('online', look);
  addEventListener('pageshow', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    removeEventListener('online', look);
    removeEventListener('pageshow', look);
    document.removeEventListener('visibilitychange', look);
  };
}
