import { type ReactNode, Suspense, useState } from 'react';

/** Mounts a lazy overlay at its first opening, and leaves it mounted, so that it closes by itself. */
export function OnceOpened({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened ? <Suspense fallback={null}>{children}</Suspense> : null;
}
