import type { ThreadEntry } from '#mirror/questions/view-document.ts';
import { useEffect, useRef } from 'react';
import { placeId } from '../../shared/screen/use-place.ts';

/** Scrolls to what this person has just added to the thread, which may be below what is on the screen. */
export function useNewInView(thread: readonly ThreadEntry[]): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const before = known.current;
    known.current = new Set(thread.map((entry) => entry.key));
    if (before === null) return;
    const added = thread.findLast((entry) => entry.pencil !== null && !before.has(entry.key));
    if (added !== undefined) document.getElementById(placeId(added.key))?.scrollIntoView({ block: 'nearest' });
  }, [thread]);
}
