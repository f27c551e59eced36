import type { OutboxSummary } from '#mirror/questions/outbox-summary.ts';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import type { IconType } from '#ui/base/icon.ts';
import { LinkButton } from '#ui/actions/link-button.tsx';
import { AnchoredPopover, type AnchoredPopoverProps } from '#ui/overlays/popover.tsx';
import { useLocation } from '@tanstack/react-router';
import { LogIn, Send, X } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { formatTime } from '../../text/format.ts';
import { unsentText } from '../../text/outbox.ts';
import { SYNC_EXPLANATION } from '../../text/sync-explanation.ts';
import type { SyncState } from '../../text/sync-state.ts';
import styles from './sync-pill.module.css';
import { useQueuedBytes } from './use-queued-bytes.ts';
import { WaitingItems } from './waiting-items.tsx';

export type SyncLook = {
  readonly icon: IconType;
  readonly tone: 'ok' | 'active' | 'pencil' | 'warn' | 'danger';
};

/**
 * The content of the pill's popover: the numbers, the last contact and what can be done. Loaded when it is first opened.
 */
export function SyncDetails(props: {
  anchor: Pick<AnchoredPopoverProps, 'triggerRef' | 'isOpen' | 'onOpenChange'>;
  look: SyncLook;
  placement: AnchoredPopoverProps['placement'];
  state: SyncState;
  summary: OutboxSummary;
}) {
  const { anchor, look, placement, state, summary } = props;
  const { refreshedAtMs } = summary;
  const { zone, sync } = useProfile();
  const bytes = useQueuedBytes();
  const here = useLocation({ select: (location) => location.href });
  const { icon: Icon } = look;
  const [title] = state.text.split(' · ');
  const close = () => anchor.onOpenChange(false);
  return (
    <AnchoredPopover
      {...anchor}
      label="Envio"
      tone={look.tone === 'pencil' ? 'pencil' : 'raised'}
      placement={placement}
      width="md"
    >
      <div className={styles.details}>
        <div className={styles.top}>
          <Icon size={20} strokeWidth={1.75} aria-hidden />
          <b>{title}</b>
          <IconButton icon={X} label="Fechar" onPress={close} />
        </div>
        <p className={styles.numbers}>
          <b>{unsentText(summary)}</b>
          {bytes === null ? null : <span>{` · ${bytes}`}</span>}
          {refreshedAtMs === null ? null : <span>{` · última conversa às ${formatTime(refreshedAtMs, zone)}`}</span>}
        </p>
        <WaitingItems />
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
    </AnchoredPopover>
  );
}
