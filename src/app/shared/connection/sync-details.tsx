import type { CommandContext } from '#commands/frame/context.ts';
import { endUndoNow } from '#commands/outbox/undo-commands.ts';
import type { OutboxSummary } from '#mirror/questions/outbox-summary.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import type { IconType } from '#ui/base/icon.ts';
import { AnchoredPopover, type AnchoredPopoverProps } from '#ui/overlays/popover.tsx';
import { useLocation } from '@tanstack/react-router';
import { LogIn, Send, X } from 'lucide-react';
import { isPending } from '#mirror/store/outbox-row.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { type OutboxItem, outboxItems } from '#mirror/questions/outbox-items.ts';
import { type Profile, useProfile, useNow } from '../../profile/profile.tsx';
import { formatSize, formatTime } from '../../text/words/format.ts';
import { andMoreText, unsentText } from '../../text/sending/outbox.ts';
import { SYNC_EXPLANATION, type SyncState } from '../../text/sending/sync-state.ts';
import { stateWords, actSentenceOf } from '../../text/sending/command-state.ts';
import { useNames } from '../../device/use-names.ts';
import styles from './sync-pill.module.css';
import { useConnection } from './use-connection.ts';

/** The most items in the popover. The others are counted; Pendências lists all. */
const SHOWN = 4;

/**
 * The unsent commands, each with its reason: first those that need their author. Draws nothing when
 * everything is sent.
 */
function WaitingItems() {
  const { mirror, zone, now } = useProfile();
  const { isOffline, needsLogin } = useConnection();
  const names = useNames();
  const nowMs = useNow();
  const items = useLiveQuery(async () => {
    const unsent = (await outboxItems(mirror, { nowMs: now() })).filter(isListed);
    return [...unsent.filter(needsYou), ...unsent.filter((item) => !needsYou(item))];
  }, [mirror, now]);
  if (items === undefined || items.length === 0) return null;
  return (
    <ul className={styles.waiting}>
      {items.slice(0, SHOWN).map((item) => {
        const { text, reason } = stateWords(item.command, {
          nowMs,
          zone,
          needsLogin,
          isWaiting: item.waitsFor !== null,
          isBlocked: items.some((other) => other.command.id === item.waitsFor && needsYou(other)),
          isOffline,
          personName: names.person,
        });
        return (
          <li key={item.command.id}>
            <b>{actSentenceOf(item, names)}</b>
            <span>{reason === null ? text : `${text} ${reason}`}</span>
          </li>
        );
      })}
      {items.length > SHOWN ? <li>{andMoreText(items.length - SHOWN)}</li> : null}
    </ul>
  );
}

/**
 * Leaves out sent commands and views. A view is sent unnoticed, and the number above does not count
 * it; it is listed only when it needs its author.
 */
const isListed = ({ group, command }: OutboxItem) =>
  group !== 'sent' && (command.type !== 'record-view' || group === 'needs-you');

const needsYou = ({ group }: { readonly group: string }) => group === 'needs-you';

/** The size of the attachments that wait to be sent, `1,3 MB`; null when none waits. */
function useQueuedBytes(): string | null {
  const { mirror } = useProfile();
  const bytes = useLiveQuery(async () => {
    const commands = await mirror.commands.toArray();
    return commands
      .filter(isPending)
      .reduce((sum, command) => sum + command.files.reduce((all, file) => all + file.size, 0), 0);
  }, [mirror]);
  return bytes === undefined || bytes === 0 ? null : formatSize(bytes);
}

export type SyncLook = {
  readonly icon: IconType;
  readonly tone: 'ok' | 'active' | 'pencil' | 'warn' | 'danger';
};

/**
 * The popover of the pill: what is unsent, the last contact, and buttons to send and to log in. Its
 * code is loaded when it first opens.
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
  const { zone, sync, commandContext } = useProfile();
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
        {state.alsoTells === null ? null : <p className={styles.explanation}>{SYNC_EXPLANATION[state.alsoTells]}</p>}
        <div className={styles.actions}>
          {state.kind === 'needs-login' ? (
            <LinkButton href={`/login?voltar=${encodeURIComponent(here)}`} icon={LogIn} onPress={close}>
              Entrar
            </LinkButton>
          ) : (
            <Button
              icon={Send}
              onPress={() => {
                sendNow(commandContext, sync);
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

/** Sends everything that waits, also acts whose undo time is still running (S221). */
function sendNow(context: CommandContext, { drainNow }: Profile['sync']): void {
  void endUndoNow(context).then(drainNow, drainNow);
}
