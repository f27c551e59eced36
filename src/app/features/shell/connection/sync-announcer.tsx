import { announce } from '#ui/base/visually-hidden.tsx';
import { useEffect, useRef } from 'react';
import { useSyncState } from '../../../shared/connection/use-sync-state.ts';
import { announcementOf, type SyncKind } from '../../../text/sending/sync-state.ts';

const QUIET_MS = 10_000;

/**
 * Announces changes of the state of sending, never single items, at most every ten seconds
 * (src/ui/look.md, look 7).
 */
export function SyncAnnouncer() {
  const state = useSyncState().state;
  const said = useRef<SyncKind | null>(null);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (said.current === null) {
      said.current = state.kind;
      return undefined;
    }
    const manner = announcementOf(state.kind);
    if (said.current === state.kind || manner === null) return undefined;
    const wait = manner === 'assertive' ? 0 : Math.max(0, lastAt.current + QUIET_MS - performance.now());
    const timer = setTimeout(() => {
      said.current = state.kind;
      lastAt.current = performance.now();
      announce(state.text, manner);
    }, wait);
    return () => clearTimeout(timer);
  }, [state]);
  return null;
}
