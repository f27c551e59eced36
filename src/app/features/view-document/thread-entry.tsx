// The entries of a document's thread: the letter, replies, acts, and what waits to be sent.

import { dayAt } from '#domain/dates.ts';
import { hasText } from '#domain/plain-text.ts';
import { RichTextView } from '#editor/rich-text-view.tsx';
import type { DocumentView, ThreadEntry } from '#mirror/questions/view-document.ts';
import { classNames } from '#ui/base/class-names.ts';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { FileChip } from '#ui/document-look/file-chip.tsx';
import { Card, Hatch } from '#ui/document-look/surface.tsx';
import { Check } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { useProfile, useNow } from '../../profile/profile.tsx';
import { OwnReceiptLink } from '../../shared/document/own-receipt.tsx';
import { TenantLogo } from '../../shared/screen/tenant-logo.tsx';
import { useTenantLogo } from '../../shared/screen/use-tenant-logo.ts';
import { fileDetail } from '../../text/document/files.ts';
import { actSentence, thenText, VIEW_TEXT } from '../../text/document/view-document.ts';
import { formatStamp, formatTime, fullName, sectorWithAcronym } from '../../text/words/format.ts';
import { doneAndReceived, narrowStamp } from '../../text/words/moments.ts';
import { needsAuthor, type OutboxCommand, shownCommand } from '#mirror/store/outbox-row.ts';
import { retryCommand } from '#commands/outbox/retry-command.ts';
import { outboxItems } from '#mirror/questions/outbox-items.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { notifyFailed } from '../../acts/notices/notify-failed.ts';
import { DiscardDialog } from '../../acts/take-back/discard-dialog.tsx';
import { editOf } from '../../acts/take-back/edit-of.ts';
import { STATE_ICON } from '../../shared/connection/state-icon.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useNames } from '../../device/use-names.ts';
import { HelpLink } from '../../shared/screen/help-link.tsx';
import { sentPercent, stateWords } from '../../text/sending/command-state.ts';
import { OUTBOX_TEXT } from '../../text/sending/outbox.ts';
import { STORED_HERE } from '../../text/words/stored-here.ts';
import styles from './thread-entry.module.css';

type Message = Extract<ThreadEntry, { kind: 'message' }>;
type Act = Exclude<ThreadEntry, { kind: 'message' }>;

/**
 * The time of an entry. An act that arrived later shows both times (rule A4), and a wrong device
 * clock is marked. An entry of the same day as `after` shows the hour alone.
 */
export function EntryTime(props: { entry: ThreadEntry; isNarrow: boolean; after?: ThreadEntry | null }) {
  const { entry, isNarrow, after = null } = props;
  const { today, zone } = useProfile();
  const here = { today, zone };
  const { receivedAt } = entry;
  const dayOf = ({ at }: ThreadEntry) => dayAt(Date.parse(at), zone);
  const isSameDay = after !== null && dayOf(after) === dayOf(entry);
  const stamp = isNarrow ? narrowStamp : formatStamp;
  return (
    <time dateTime={entry.at} className={styles.time}>
      <span>{isSameDay ? formatTime(entry.at, zone) : stamp(entry.at, here)}</span>
      {receivedAt === null ? null : (
        <span className={styles.timeNote}>{doneAndReceived({ doneAt: entry.at, receivedAt }, here)}</span>
      )}
      {entry.clockSuspect ? <span className={styles.timeNote}>{VIEW_TEXT.clockSuspect}</span> : null}
    </time>
  );
}

type ActProps = {
  readonly entry: Act;
  readonly hasFoot: boolean;
  readonly onDecide: (commandId: string) => void;
};

/**
 * One act as a sentence: `Jaqueline Sampaio transferiu para SEMTRAN · Caio Rezende Porto`. In
 * pencil, with its state, while it is only on this device.
 */
export function ActLine({ entry, hasFoot, onDecide }: ActProps) {
  const { verb, strong, rest } = actSentence(entry.kind, entry);
  const isPencil = entry.pencil !== null;
  const then = thenText(entry);
  return (
    <div className={isPencil ? styles.pencilAct : undefined}>
      <p>
        <b translate="no">{fullName(entry.author)}</b> {then === null ? null : <span>{then} </span>}
        <span>{verb}</span>
        {strong === null ? null : (
          <>
            {' '}
            <b>{strong}</b>
          </>
        )}
        {rest === null ? null : <span>{` · ${rest}`}</span>}
        {isPencil && !hasFoot ? <VisuallyHidden>, {VIEW_TEXT.pencilDeadline}</VisuallyHidden> : null}
      </p>
      {entry.reason === null ? null : <p className={styles.reason}>“{entry.reason}”</p>}
      {entry.pencil === null || !hasFoot ? null : <PencilFoot command={entry.pencil} isInline onDecide={onDecide} />}
    </div>
  );
}

/** Draws text with the searched words marked; undefined where nothing is marked. */
type DrawWords = ((words: string) => ReactNode) | undefined;

type MessageProps = {
  readonly entry: Message;
  /** The reply to which this one is joined, so the author's name is not repeated; null = none. */
  readonly after: Message | null;
  readonly isJustRegistered: boolean;
  readonly isNarrow: boolean;
  readonly drawWords: DrawWords;
  readonly onPreview: (fileKey: string) => void;
  readonly onDecide: (commandId: string) => void;
};

/**
 * One message of the thread. In ink it lies on the page; in pencil it is a box with a hatched
 * gutter, its state and its actions.
 */
export const ThreadMessage = memo(function ThreadMessage(props: MessageProps) {
  const { entry, after, isJustRegistered, isNarrow, drawWords, onPreview, onDecide } = props;
  const isPencil = entry.pencil !== null;
  const sector = isNarrow && entry.mine ? null : (entry.author.organization?.acronym ?? null);
  const then = thenText(entry);
  const place = [sector, entry.mine ? VIEW_TEXT.you : null].filter((word) => word !== null).join(' · ');
  const author = (
    <p className={styles.author}>
      <b translate="no">{fullName(entry.author)}</b>{' '}
      {then === null ? null : <span className={styles.place}>{then} </span>}
      <span className={styles.place}>{place}</span>
    </p>
  );
  const head = (
    <header className={styles.head}>
      {after === null ? author : <VisuallyHidden>{author}</VisuallyHidden>}
      {isJustRegistered ? (
        <span className={styles.registered}>
          <Check size={14} strokeWidth={2.25} aria-hidden />
          {VIEW_TEXT.registered}
        </span>
      ) : null}
      <span className={styles.moment}>
        {entry.mine && !isPencil ? (
          <OwnReceiptLink entryKey={entry.key} className={styles.receipt} bad={styles.bad} />
        ) : null}
        <EntryTime entry={entry} isNarrow={isNarrow} after={after} />
      </span>
    </header>
  );
  const body = (
    <div className={styles.body}>
      {hasText(entry.content) ? (
        <div className={styles.content}>
          <RichTextView html={entry.content} drawWords={drawWords} />
        </div>
      ) : null}
      <EntryFiles entry={entry} isNarrow={isNarrow} onPreview={onPreview} />
    </div>
  );
  if (entry.pencil === null) {
    return (
      <article className={classNames(styles.reply, after !== null && styles.joined)}>
        {head}
        {body}
      </article>
    );
  }
  return (
    <Card as="article" padding="none" isPencil>
      <Hatch />
      <div className={styles.pencilBody}>
        {head}
        {body}
      </div>
      <PencilFoot command={entry.pencil} onDecide={onDecide} />
    </Card>
  );
});

/** The registered text of a document, as the sheet of paper that it is. */
export function Letter(props: {
  entry: Message;
  document: DocumentView['document'];
  isNarrow: boolean;
  drawWords: DrawWords;
  onPreview: (fileKey: string) => void;
}) {
  const { entry, document, isNarrow, drawWords, onPreview } = props;
  const { tenant } = useProfile().session;
  const logo = useTenantLogo();
  const sector = document.origin ?? entry.author.organization;
  const then = thenText(entry);
  return (
    <article className={styles.letter}>
      <header className={styles.letterhead}>
        <TenantLogo image={logo} size={36} />
        <p className={styles.house}>
          <b translate="no">{tenant.name}</b>
          {sector === null ? null : <span>{sectorWithAcronym(sector)}</span>}
        </p>
        <p className={styles.reference}>
          <b translate="no">{document.physical_document_number}</b>
          <EntryTime entry={entry} isNarrow={isNarrow} />
        </p>
      </header>
      {hasText(entry.content) ? (
        <div className={styles.letterText}>
          <RichTextView html={entry.content} className={styles.serif ?? ''} drawWords={drawWords} />
        </div>
      ) : null}
      <footer className={styles.signed}>
        <p className={styles.author}>
          <b translate="no">{fullName(entry.author)}</b>
          {then === null ? null : <span className={styles.place}> {then}</span>}
          {entry.mine ? <span className={styles.place}> · {VIEW_TEXT.you}</span> : null}
        </p>
        {entry.mine ? <OwnReceiptLink entryKey={entry.key} className={styles.receipt} bad={styles.bad} /> : null}
      </footer>
      <EntryFiles entry={entry} isNarrow={isNarrow} onPreview={onPreview} />
    </article>
  );
}

function EntryFiles(props: { entry: Message; isNarrow: boolean; onPreview: (fileKey: string) => void }) {
  const { entry, isNarrow, onPreview } = props;
  const goes = isNarrow ? 'short' : entry.pencil?.type === 'create-document' ? 'document' : 'reply';
  if (entry.files.length === 0) return null;
  return (
    <ul className={styles.files}>
      {entry.files.map((file) => (
        <li key={file.key}>
          <FileChip
            name={file.name}
            detail={fileDetail(file, goes)}
            isPencil={file.pencil}
            onPress={() => onPreview(file.key)}
          />
        </li>
      ))}
    </ul>
  );
}

type FootProps = {
  readonly command: OutboxCommand;
  /** Drawn as one line for an act, not as the foot of a message's box. */
  readonly isInline?: boolean;
  readonly onDecide: (commandId: string) => void;
};

/** The state of a pending command in words, and what its author can still do. */
function PencilFoot({ command: stored, isInline = false, onDecide }: FootProps) {
  const { commandContext, mirror, now, zone } = useProfile();
  const { isOffline, needsLogin } = useConnection();
  const nowMs = useNow();
  const command = shownCommand(stored, nowMs);
  const names = useNames();
  const isPhone = useLayoutKind() === 'phone';
  const [isDiscarding, setDiscarding] = useState(false);
  const items = useLiveQuery(() => outboxItems(mirror, { nowMs: now() }), [mirror, now]);
  const item = items?.find((one) => one.command.id === command.id);
  const dependents = item?.dependents ?? 0;
  const hasDependents = command.type === 'create-document' && dependents > 0;
  const editing = isInline ? null : editOf(command, { dependents, isOffline });
  const words = stateWords(command, {
    nowMs,
    zone,
    needsLogin,
    isWaiting: (item?.waitsFor ?? null) !== null,
    personName: names.person,
  });
  const Icon = STATE_ICON[words.icon];
  const retry = () =>
    void retryCommand(commandContext, command.id).catch((error: unknown) => notifyFailed(error, command.documentKey));
  const isSending = command.state === 'sending';
  const isConflict = command.state === 'conflict';
  const explains = !isPhone && !isInline && words.icon === 'clock' && isOffline;

  return (
    <footer className={isInline ? styles.inline : styles.foot}>
      <p className={`${styles.state} ${styles[words.tone] ?? ''}`}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
        <span>
          <b>{words.text}</b> <span>{words.reason}</span>
          {explains ? <span className={styles.truth}> {STORED_HERE}</span> : null}
          {command.mayBeRefused && !needsAuthor(command) ? (
            <span className={styles.truth}> {VIEW_TEXT.mayBeRefused}</span>
          ) : null}
        </span>
        {isInline || words.tone !== 'pencil' ? null : <HelpLink about="resposta" />}
      </p>
      {isSending ? (
        <ProgressLine label={words.text} value={sentPercent(command) ?? undefined} isEdge={!isInline} />
      ) : (
        <div className={styles.actions}>
          {isConflict ? (
            <Button variant="primary" size="sm" onPress={() => onDecide(command.id)}>
              {OUTBOX_TEXT.resolve}
            </Button>
          ) : null}
          {command.state === 'backoff' && !isPhone ? (
            <Button variant="quiet" size="sm" onPress={retry}>
              {OUTBOX_TEXT.retry}
            </Button>
          ) : null}
          {editing === null || !('href' in editing) ? null : (
            <LinkButton variant="quiet" size="sm" href={editing.href}>
              {VIEW_TEXT.edit}
            </LinkButton>
          )}
          <span className={styles.discard}>
            <Button variant="quiet" size="sm" onPress={() => setDiscarding(true)}>
              {VIEW_TEXT.discard}
            </Button>
          </span>
        </div>
      )}
      <DiscardDialog
        command={isDiscarding ? command : null}
        dependents={hasDependents ? dependents : 0}
        onClose={() => setDiscarding(false)}
      />
    </footer>
  );
}
