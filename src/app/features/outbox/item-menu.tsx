import { commandText, hasWords } from '#commands/outbox/command-text.ts';
import { retryCommand } from '#commands/outbox/retry-command.ts';
import type { OutboxItem } from '#mirror/questions/outbox-items.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import type { MenuEntry } from '#ui/overlays/menu-window.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { Copy, Download, EllipsisVertical, Eye, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { subjectOf } from '../../acts/notices/subject-of.ts';
import { useProfile } from '../../profile/profile.tsx';
import { copyText } from '../../device/copy-text.ts';
import { editOf } from '../../acts/take-back/edit-of.ts';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { hasForm } from '../../text/command-state.ts';
import { OUTBOX_TEXT } from '../../text/outbox.ts';
import { actSentenceOf, type Names } from '../../text/act-sentence.ts';
import { exportItem } from './export-item.ts';
import styles from './outbox.module.css';

/** All actions that a person may take on an item of theirs; an action that is not possible says why. */
export function ItemMenu(props: {
  item: OutboxItem;
  names: Names;
  onDiscard: (item: OutboxItem) => void;
  onPreview: (item: OutboxItem) => void;
}) {
  const { item, names, onDiscard, onPreview } = props;
  const { command } = item;
  const { commandContext, mirror } = useProfile();
  const { isOffline } = useConnection();
  if (item.group === 'sent') return <span className={styles.menu} />;
  const isSending = command.state === 'sending';
  const busy = isSending ? { reason: OUTBOX_TEXT.sending } : {};

  async function copy() {
    await copyText(await commandText(mirror, command.id), { about: subjectOf(command) });
  }

  function exportNow() {
    const about = subjectOf(command);
    exportItem(mirror, command).catch(() => notify({ title: OUTBOX_TEXT.exportFailed, tone: 'danger', about }));
  }

  const edit: MenuEntry[] = !hasForm(command)
    ? []
    : [
        {
          id: 'editar',
          text: command.state === 'refused' ? OUTBOX_TEXT.fix : OUTBOX_TEXT.edit,
          icon: Pencil,
          ...editOf(command, { dependents: item.dependents, isOffline }),
        },
      ];
  const items: MenuEntry[] = [
    ...(command.state === 'conflict'
      ? []
      : [
          {
            id: 'tentar',
            text: OUTBOX_TEXT.retry,
            icon: RotateCw,
            ...busy,
            onAction: () => void retryCommand(commandContext, command.id),
          },
        ]),
    { id: 'ver', text: OUTBOX_TEXT.preview, icon: Eye, onAction: () => onPreview(item) },
    ...edit,
    ...(hasWords(command.type)
      ? [{ id: 'copiar', text: OUTBOX_TEXT.copy, icon: Copy, onAction: () => void copy() }]
      : []),
    { id: 'exportar', text: OUTBOX_TEXT.export, icon: Download, onAction: exportNow },
    {
      id: 'descartar',
      text: OUTBOX_TEXT.discard,
      icon: Trash2,
      tone: 'danger',
      ...busy,
      onAction: () => onDiscard(item),
    },
  ];
  return (
    <span className={styles.menu}>
      <Menu
        trigger={
          <IconButton
            icon={EllipsisVertical}
            label={`${OUTBOX_TEXT.options}: ${actSentenceOf(item, names)}`}
            size="sm"
          />
        }
        label={OUTBOX_TEXT.options}
        items={items}
      />
    </span>
  );
}
