import { lazyPart } from '#ui/base/lazy-part.tsx';
import { StatusPill } from '#ui/feedback/status-pill.tsx';
import {
  Clock,
  CloudAlert,
  CloudCheck,
  CloudOff,
  HardDrive,
  LogIn,
  RefreshCw,
  TriangleAlert,
  Wifi,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { OnceOpened } from '#ui/overlays/once-opened.tsx';
import type { SyncKind } from '../../text/sending/sync-state.ts';
import type { SyncLook } from './sync-details.tsx';
import styles from './sync-pill.module.css';
import { useSyncState } from './use-sync-state.ts';

const SyncDetails = lazyPart(async () => (await import('./sync-details.tsx')).SyncDetails);

const LOOK: Record<SyncKind, SyncLook> = {
  synced: { icon: CloudCheck, tone: 'ok' },
  queued: { icon: Clock, tone: 'pencil' },
  syncing: { icon: RefreshCw, tone: 'active' },
  offline: { icon: CloudOff, tone: 'pencil' },
  unstable: { icon: CloudAlert, tone: 'pencil' },
  portal: { icon: Wifi, tone: 'warn' },
  'needs-login': { icon: LogIn, tone: 'warn' },
  'needs-author': { icon: TriangleAlert, tone: 'danger' },
  'storage-low': { icon: HardDrive, tone: 'warn' },
  'storage-full': { icon: HardDrive, tone: 'danger' },
};

const COLLAPSE_MS = 4000;

/**
 * The pill with the state of sending, at one place in each layout: the foot of the side menu, the
 * rail, the header of a phone. A press opens `SyncDetails`. `isShort`: uses the rail's shorter
 * words, in a header without room.
 */
export function SyncPill({ place, isShort = false }: { place: 'nav' | 'rail' | 'header'; isShort?: boolean }) {
  const sync = useSyncState();
  const isNews = useJustSynced(sync.state.kind);
  const pill = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { state } = sync;
  const look = LOOK[state.kind];
  const isPencil = look.tone === 'pencil' && state.pending > 0;
  const words = place === 'nav' ? state.text : place === 'rail' || isShort ? state.rail : state.short;
  const isCollapsed = place === 'header' && state.kind === 'synced' && !isNews;
  return (
    <div className={styles[place]} data-collapsed={isCollapsed}>
      <StatusPill
        ref={pill}
        icon={look.icon}
        tone={look.tone}
        isDashed={isPencil}
        ground={place === 'header' ? 'page' : 'nav'}
        isCollapsed={isCollapsed}
        isExpanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      >
        {words}
      </StatusPill>
      <OnceOpened isOpen={isOpen}>
        <SyncDetails
          anchor={{ triggerRef: pill, isOpen, onOpenChange: setOpen }}
          look={look}
          placement={place === 'header' ? 'bottom end' : 'top start'}
          state={state}
          summary={sync.summary}
        />
      </OnceOpened>
    </div>
  );
}

/**
 * True for four seconds after everything has been sent: a phone's pill then shrinks to its icon.
 */
function useJustSynced(kind: SyncKind): boolean {
  const [seen, setSeen] = useState(kind);
  const [isNews, setIsNews] = useState(false);
  if (seen !== kind) {
    setSeen(kind);
    setIsNews(kind === 'synced');
  }
  useEffect(() => {
    if (!isNews) return undefined;
    const timer = setTimeout(() => setIsNews(false), COLLAPSE_MS);
    return () => clearTimeout(timer);
  }, [isNews]);
  return isNews;
}
