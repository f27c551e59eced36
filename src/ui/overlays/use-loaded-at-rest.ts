import { useEffect } from 'react';

/**
 * Loads a later part of an open screen when the browser has nothing else to do. A device without
 * the worker then has the part if the connection is lost before the part is needed.
 */
export function useLoadedAtRest(load: () => Promise<unknown>): void {
  useEffect(() => {
    const later = () => void load().catch(() => undefined);
    // Safari has no idle callback.
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(later, REST_MS);
      return () => clearTimeout(timer);
    }
    const asked = requestIdleCallback(later);
    return () => cancelIdleCallback(asked);
  }, [load]);
}

const REST_MS = 1000;
