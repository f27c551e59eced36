import { announce } from '#ui/base/visually-hidden.tsx';
import { useEffect, useRef } from 'react';
import { useSyncState } from '../../../shared/connection/use-sync-state.ts';
import { announcementOf, type SyncState } from '../../../text/sending/sync-state.ts';

const QUIET_MS = 10_000;

const tellingOf = ({ kind, alsoTells }: SyncState) => `${kind} ${alsoTells ?? ''}`;

/**
 * Tells screen readers when the state of sending changes, never for single items. Changes that are
 * not urgent are at least ten seconds apart (src/ui/look.md, look 7).
 */
export function SyncAnnouncer() {
  const state = useSyncState().state;
  const said = useRef<string | null>(null);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (said.current === null) {
      said.current = tellingOf(state);
      return undefined;
    }
    const manner = announcementOf(state.kind);
    if (said.current === tellingOf(state) || manner === null) return undefined;
    const wait = manner === 'assertive' ? 0 : Math.max(0, lastAt.current + QUIET_MS - performance.now());
    const timer = setTimeout(() => {
      said.current = tellingOf(state);
      lastAt.current = performance.now();
      announce(state.text, manner);
    }, wait);
    return () => clearTimeout(timer);
  }, [state]);
  return null;
}
