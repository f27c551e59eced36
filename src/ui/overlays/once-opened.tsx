import { type ReactNode, Suspense, useState } from 'react';

/**
 * Mounts a lazy overlay when it is first opened and keeps it mounted, so that it can draw its own
 * closing.
 */
export function OnceOpened({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened ? <Suspense fallback={null}>{children}</Suspense> : null;
}
