import { isRowCommand } from '#mirror/store/row-commands.ts';
import type { OutboxItem } from '#mirror/questions/outbox-items.ts';
import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import { Link } from '#ui/actions/link.tsx';
import { classNames } from '#ui/base/class-names.ts';
import { Row } from '#ui/document-look/surface.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { STATE_ICON } from '../../shared/connection/state-icon.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { useOwnReceipt } from '../../shared/document/use-own-receipt.ts';
import { placeId } from '../../shared/screen/use-place.ts';
import { useNow } from '../../device/use-now.ts';
import { sentPercent, type StateWords, stateWords } from '../../text/command-state.ts';
import { formatSize, formatTime } from '../../text/format.ts';
import { filesText, OUTBOX_TEXT } from '../../text/outbox.ts';
import { RECEIPT } from '../../text/receipt.ts';
import { ROW_MAY_BE_REFUSED, rowsLeftText } from '../../text/row-acts.ts';
import { documentHeading } from '../../text/ticket-text.ts';
import { actSentenceOf, type Names, sizeOf } from '../../text/act-sentence.ts';
import { ItemActions } from './item-actions.tsx';
import { ItemMenu } from './item-menu.tsx';
import styles from './outbox.module.css';

type RowProps = {
  readonly item: OutboxItem;
  readonly isTied: boolean;
  /** It is listed among those that need their author. */
  readonly isInTrouble: boolean;
  readonly names: Names;
  readonly onDecide: (commandId: string) => void;
  readonly onDiscard: (item: OutboxItem) => void;
  readonly onPreview: (item: OutboxItem) => void;
};

/** One command: its act, its document, its time and size, its state with the reason, and its actions. */
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

/** The document that the command is about; while it has no number, its local code and files. */
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

/** Of a refused act on several rows: which are left out, and which remain. */
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
