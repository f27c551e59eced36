import { RichTextView } from '#editor/rich-text-view.tsx';
import { hasText } from '#domain/plain-text.ts';
import type { ThreadEntry } from '#mirror/questions/view-document.ts';
import { FileChip } from '#ui/document-look/file-chip.tsx';
import { Card, Hatch } from '#ui/document-look/surface.tsx';
import { Check } from 'lucide-react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { OwnReceiptLink } from '../../shared/document/own-receipt.tsx';
import { fileDetail } from '../../text/document/files.ts';
import { fullName } from '../../text/words/format.ts';
import { thenText, VIEW_TEXT } from '../../text/document/view-document.ts';
import { EntryTime } from './entry-time.tsx';
import styles from './message-card.module.css';
import { PencilFoot } from './pencil-foot.tsx';

type MessageProps = {
  readonly entry: Extract<ThreadEntry, { kind: 'message' }>;
  readonly isJustRegistered: boolean;
  readonly onPreview: (fileKey: string) => void;
  readonly onDecide: (commandId: string) => void;
};

/** One message: in ink, or in pencil with a hatched gutter, its state and its actions. */
export function MessageCard({ entry, isJustRegistered, onPreview, onDecide }: MessageProps) {
  const isPhone = useLayoutKind() === 'phone';
  const isPencil = entry.pencil !== null;
  const goes = isPhone ? 'short' : entry.pencil?.type === 'create-document' ? 'document' : 'reply';
  const sector = isPhone && entry.mine ? null : (entry.author.organization?.acronym ?? null);
  const then = thenText(entry);
  const place = [sector, entry.mine ? VIEW_TEXT.you : null].filter((word) => word !== null).join(' · ');
  return (
    <Card as="article" padding="none" isPencil={isPencil}>
      {isPencil ? <Hatch /> : null}
      <div className={isPencil ? styles.pencilBody : styles.body}>
        <header className={styles.head}>
          <p className={styles.author}>
            <b translate="no">{fullName(entry.author)}</b>{' '}
            {then === null ? null : <span className={styles.place}>{then} </span>}
            <span className={styles.place}>{place}</span>
          </p>
          {isJustRegistered ? (
            <span className={styles.registered}>
              <Check size={14} strokeWidth={2.25} aria-hidden />
              {VIEW_TEXT.registered}
            </span>
          ) : null}
          <EntryTime entry={entry} />
        </header>
        {hasText(entry.content) ? (
          <div className={styles.content}>
            <RichTextView html={entry.content} />
          </div>
        ) : null}
        {entry.files.length === 0 ? null : (
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
        )}
      </div>
      {entry.mine && !isPencil ? (
        <OwnReceiptLink entryKey={entry.key} className={styles.receipt} bad={styles.bad} />
      ) : null}
      {entry.pencil === null ? null : <PencilFoot command={entry.pencil} onDecide={onDecide} />}
    </Card>
  );
}
