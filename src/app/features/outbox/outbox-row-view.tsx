import { isRowCommand, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { OutboxItem } from '#mirror/questions/outbox-items.ts';
import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import { Link } from '#ui/actions/link.tsx';
import { classNames } from '#ui/base/class-names.ts';
import { Row } from '#ui/document-look/surface.tsx';
import { commandText, hasWords } from '#commands/outbox/command-text.ts';
import { retryCommand } from '#commands/outbox/retry-command.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import type { MenuEntry } from '#ui/overlays/menu-window.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { Copy, Download, EllipsisVertical, Eye, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { blobOf } from '#mirror/keep/files.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { useProfile, useNow } from '../../profile/profile.tsx';
import { STATE_ICON } from '../../shared/connection/state-icon.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { useOwnReceipt } from '../../shared/document/own-receipt.tsx';
import { placeId } from '../../shared/screen/use-place.ts';
import {
  hasForm,
  sentPercent,
  type StateWords,
  stateWords,
  actSentenceOf,
  type Names,
  sizeOf,
} from '../../text/sending/command-state.ts';
import { formatSize, formatTime } from '../../text/words/format.ts';
import { filesText, OUTBOX_TEXT } from '../../text/sending/outbox.ts';
import { RECEIPT } from '../../text/document/receipt.ts';
import { ROW_MAY_BE_REFUSED, rowsLeftText } from '../../text/sending/row-acts.ts';
import { documentHeading } from '../../text/words/document.ts';
import { notifyFailed } from '../../acts/notices/notify-failed.ts';
import { subjectOf } from '../../acts/notices/subject-of.ts';
import { copyText } from '../../device/save-file.ts';
import { editOf } from '../../acts/take-back/edit-of.ts';
import { distinctNames, saveZip, type ZipEntry } from '../../shared/files/zip.ts';
import { ItemActions } from './item-actions.tsx';
import styles from './outbox.module.css';

/**
 * "Exportar pendência": what would be sent, as JSON with its files in one ZIP, so that unsent work
 * can leave a broken device. Throws when a file's bytes are gone.
 */
async function exportItem(mirror: Mirror, command: OutboxCommand): Promise<void> {
  const names = distinctNames(command.files.map((file) => file.name));
  const { lease: _lease, ...content } = command;
  const json = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' });
  const entries: ZipEntry[] = [{ name: 'pendencia.json', input: json }];
  for (const [index, file] of command.files.entries()) {
    const blob = await blobOf(mirror, file.id);
    if (blob === null) throw new Error(`file ${file.id} is not on this device`);
    entries.push({ name: `arquivos/${names[index] ?? file.name}`, input: blob });
  }
  await saveZip(entries, `pendencia-${command.id.slice(-8)}.zip`);
}

/**
 * All actions that a person may take on an item of theirs; an action that is not possible says why.
 */
function ItemMenu(props: {
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

  function retry() {
    retryCommand(commandContext, command.id).catch((error: unknown) => notifyFailed(error, subjectOf(command)));
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
            onAction: retry,
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

type RowProps = {
  readonly item: OutboxItem;
  readonly isTied: boolean;
  /** Whether the item is listed among the commands that need their author. */
  readonly isInTrouble: boolean;
  readonly names: Names;
  readonly onDecide: (commandId: string) => void;
  readonly onDiscard: (item: OutboxItem) => void;
  readonly onPreview: (item: OutboxItem) => void;
};

/**
 * One command: its act, its document, its time and size, its state with the reason, and its
 * actions.
 */
export function OutboxRowView(props: RowProps) {
  const { item, isTied, isInTrouble, names } = props;
  const { command } = item;
  const { zone } = useProfile();
  const { isOffline, needsLogin } = useConnection();
  const nowMs = useNow();
  const words = stateWords(command, {
    nowMs,
    zone,
    needsLogin,
    isWaiting: item.waitsFor !== null,
    isBlocked: isTied && isInTrouble,
    isOffline,
    personName: names.person,
  });
  const Icon = STATE_ICON[words.icon];
  const isUnverified = command.state === 'held' && item.group === 'needs-you';
  return (
    <Row
      className={classNames(
        styles.row,
        isTied && styles.tied,
        item.group === 'sent' && styles.sent,
        isUnverified && styles.asks,
      )}
      isDanger={item.group === 'needs-you' && !isUnverified}
      id={placeId(`item-${command.id}`)}
    >
      {isTied ? <span className={styles.elbow} aria-hidden /> : null}
      <span className={`${styles.icon} ${styles[words.tone] ?? ''}`}>
        <Icon size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <div className={styles.words}>
        <p className={styles.sentence}>{actSentenceOf(item, names)}</p>
        <p className={styles.detail}>
          <Detail item={item} />
        </p>
      </div>
      <p className={styles.time}>
        {/* Sealed work has no time of its own. */}
        {command.performedAtMs === 0 ? null : <span>{`${formatTime(command.performedAtMs, zone)} · `}</span>}
        <span>{formatSize(sizeOf(item))}</span>
      </p>
      <State words={words} item={item} />
      <ItemActions {...props} needsLogin={needsLogin} />
      <ItemMenu {...props} />
      {command.state === 'sending' ? (
        <ProgressLine label={words.text} value={sentPercent(command) ?? undefined} isEdge />
      ) : null}
    </Row>
  );
}

/**
 * The document that the command is about. A document without a number shows its local code and the
 * number of its files.
 */
function Detail({ item }: { item: OutboxItem }) {
  const { command, title, address } = item;
  if (command.type === 'create-document') {
    const parts = [documentHeading(item), filesText(command.files.length)].filter((part) => part !== null);
    return address === null ? (
      <span>{parts.join(' · ')}</span>
    ) : (
      <Link href={`/admin/view-document/${address}`} tone="plain">
        {parts.join(' · ')}
      </Link>
    );
  }
  if (item.waitsFor !== null && item.ticket === null) return OUTBOX_TEXT.waitsForCreation;
  const [first] = command.files;
  const lead = first === undefined ? null : `${first.name} · `;
  if (address === null) return `${lead ?? ''}${title}`;
  return (
    <>
      {lead}
      <Link href={`/admin/view-document/${address}`} tone="plain">
        {title}
      </Link>
    </>
  );
}

/** For a refused act on several rows: which no longer exist, and which remain. */
function LeftRows({ item: { command, rows } }: { item: OutboxItem }) {
  if (rows === null || !isRowCommand(command) || command.type === 'create-row') return null;
  return <p className={styles.detail}>{rowsLeftText(command, rows)}</p>;
}

function State({ words, item }: { words: StateWords; item: OutboxItem }) {
  const receipt = useOwnReceipt(item.group === 'sent' ? item.command.id : null);
  const isStrong = words.tone === 'danger' || words.tone === 'active';
  return (
    <div className={`${styles.state} ${styles[words.tone] ?? ''}`}>
      <p>
        {isStrong ? <b>{words.text}</b> : <span>{words.text}</span>} <span>{words.reason}</span>
      </p>
      <LeftRows item={item} />
      {receipt?.isBad === true ? <p className={styles.danger}>{RECEIPT.badSignature}</p> : null}
      {item.command.mayBeRefused && item.group !== 'needs-you' ? (
        <p className={styles.detail}>{isRowCommand(item.command) ? ROW_MAY_BE_REFUSED : OUTBOX_TEXT.mayBeRefused}</p>
      ) : null}
    </div>
  );
}
