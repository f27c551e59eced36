import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Popover } from '#ui/popover.tsx';
import { StatusPill } from '#ui/status-pill.tsx';
import type { IconType } from '#ui/icon.ts';
import { useLocation } from '@tanstack/react-router';
import {
  Clock,
  CloudAlert,
  CloudCheck,
  CloudOff,
  HardDrive,
  LogIn,
  RefreshCw,
  Send,
  TriangleAlert,
  Wifi,
  X,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { useProfile } from '../profile.tsx';
import { formatTime } from '../text/format.ts';
import { SYNC_EXPLANATION, type SyncKind, type SyncState } from '../text/sync-state.ts';
import styles from './sync-pill.module.css';
import { useQueuedBytes } from './use-queued-bytes.ts';
import { useSyncState } from './use-sync-state.ts';

type Tone = 'ok' | 'active' | 'pencil' | 'warn' | 'danger';

const LOOK: Record<SyncKind, { icon: IconType; tone: Tone }> = {
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
 * The one indicator of sending, always in the same place: foot of the side menu, rail, header of a phone. A button that
 * opens the numbers, the last contact and what can be done.
 */
export function SyncPill({ place }: { place: 'nav' | 'rail' | 'header' }) {
  const sync = useSyncState();
  const isNews = useJustSynced(sync?.state.kind);
  if (sync === undefined) return null;
  const { state } = sync;
  const look = LOOK[state.kind];
  const isPencil = look.tone === 'pencil' && state.pending > 0;
  const words = place === 'nav' ? state.text : place === 'rail' ? state.rail : state.short;
  return (
    <div className={styles[place]}>
      <Popover
        label="Envio"
        tone={look.tone === 'pencil' ? 'pencil' : 'raised'}
        placement={place === 'header' ? 'bottom end' : 'top start'}
        width="md"
        trigger={
          <StatusPill
            icon={look.icon}
            tone={look.tone}
            isDashed={isPencil}
            ground={place === 'header' ? 'page' : 'nav'}
            isCollapsed={place === 'header' && state.kind === 'synced' && !isNews}
          >
            {words}
          </StatusPill>
        }
      >
        {({ close }) => <SyncDetails state={state} refreshedAtMs={sync.summary.refreshedAtMs} close={close} />}
      </Popover>
    </div>
  );
}

function SyncDetails(props: { state: SyncState; refreshedAtMs: number | null; close: () => void }) {
  const { state, refreshedAtMs, close } = props;
  const { zone, sync } = useProfile();
  const bytes = useQueuedBytes();
  const here = useLocation({ select: (location) => location.href });
  const { icon: Icon } = LOOK[state.kind];
  const [title] = state.text.split(' · ');
  return (
    <div className={styles.details}>
      <div className={styles.top}>
        <Icon size={20} strokeWidth={1.75} aria-hidden />
        <b>{title}</b>
        <IconButton icon={X} label="Fechar" onPress={close} />
      </div>
      <p className={styles.numbers}>
        {state.pending > 0 ? <b>{state.pending} na fila</b> : <b>Nada na fila</b>}
        {bytes === null ? null : ` · ${bytes}`}
        {refreshedAtMs === null ? null : ` · última conversa às ${formatTime(refreshedAtMs, zone)}`}
      </p>
      <p className={styles.explanation}>{SYNC_EXPLANATION[state.kind]}</p>
      <div className={styles.actions}>
        {state.kind === 'needs-login' ? (
          <LinkButton href={`/login?voltar=${encodeURIComponent(here)}`} icon={LogIn} onPress={close}>
            Entrar
          </LinkButton>
        ) : (
          <Button
            icon={Send}
            onPress={() => {
              sync.drainNow();
              sync.pullNow();
              close();
            }}
          >
            {state.pending > 0 ? 'Enviar agora' : 'Atualizar agora'}
          </Button>
        )}
        <LinkButton variant="quiet" href="/admin/outbox" onPress={close}>
          Ver pendências
        </LinkButton>
      </div>
    </div>
  );
}

/** True for four seconds after everything has been sent: a phone's pill then shrinks to its icon. */
function useJustSynced(kind: SyncKind | undefined): boolean {
  const [seen, setSeen] = useState(kind);
  const [isNews, setIsNews] = useState(false);
  if (seen !== kind) {
    setSeen(kind);
    setIsNews(seen !== undefined && kind === 'synced');
  }
  useEffect(() => {
    if (!isNews) return undefined;
    const timer = setTimeout(() => setIsNews(false), COLLAPSE_MS);
    return () => clearTimeout(timer);
  }, [isNews]);
  return isNews;
}
