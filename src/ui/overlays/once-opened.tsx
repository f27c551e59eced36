import { type ReactNode, Suspense, useState, useEffect } from 'react';

/**
 * Mounts a lazy overlay when it is first opened and keeps it mounted, so that it can draw its own
 * closing.
 */
export function OnceOpened({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened ? <Suspense fallback={null}>{children}</Suspense> : null;
}

/**
 * Loads a later part of an open screen when the browser has nothing else to do. Without a service
 * worker, the part is then on the device even if the connection is lost before the part is needed.
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
