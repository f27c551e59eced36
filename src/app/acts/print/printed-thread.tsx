import { hasText, plainTextOf } from '#domain/plain-text.ts';
import { RichTextView } from '#editor/rich-text-view.tsx';
import type { DocumentView, ThreadEntry, ViewFile } from '#mirror/questions/view-document.ts';
import { formatSize } from '../../text/format.ts';
import { fullName } from '../../text/names.ts';
import { PRINT, printedMoment, printedStamp } from '../../text/print.ts';
import { actSentence, actText, VIEW_TEXT } from '../../text/view-document.ts';
import { PrintSection } from './print-section.tsx';
import styles from './print-sheet.module.css';

/** The messages and acts of a document in one column, oldest first. */
export function PrintedThread({ view, zone }: { view: DocumentView; zone: string }) {
  return (
    <PrintSection title={PRINT.thread}>
      {view.details === null && !view.document.pencil.document ? (
        <p className={styles.missing}>{PRINT.offlineDetails}</p>
      ) : null}
      <ol className={styles.thread}>
        {view.thread.map((entry) => (
          <li key={entry.key} className={classOf(entry)}>
            <p className={styles.by}>
              <span>
                <b translate="no">{fullName(entry.author)}</b>
                {entry.author.organization === null ? null : <span>{` · ${entry.author.organization.acronym}`}</span>}
              </span>
              <time dateTime={entry.at}>
                <span>{printedStamp(entry.at, zone)}</span>
                {entry.receivedAt === null ? null : (
                  <span>{`, recebido em ${printedMoment(entry.receivedAt, zone)}`}</span>
                )}
                {entry.clockSuspect ? <span>{`, ${VIEW_TEXT.clockSuspect}`}</span> : null}
              </time>
            </p>
            {entry.kind === 'message' ? <Message entry={entry} /> : <ActText entry={entry} />}
            {entry.pencil === null ? null : <p className={styles.note}>{PRINT.pencil}</p>}
          </li>
        ))}
      </ol>
    </PrintSection>
  );
}

function classOf(entry: ThreadEntry): string {
  return [entry.pencil === null ? '' : styles.pencil, isShort(entry) ? styles.whole : ''].join(' ').trim();
}

/** Lines of the longest message that is not parted between two pages: a fifth of a page. */
const WHOLE_MAX = 10;
const LETTERS_OF_LINE = 90;

/** Whether it has so few lines, about. How many there are is known to the printer alone. */
function isShort(entry: ThreadEntry): boolean {
  if (entry.kind !== 'message') return true;
  const begun = entry.content.match(/<(?:p|h[1-6]|li|br)\b/g)?.length ?? 0;
  return begun + plainTextOf(entry.content).length / LETTERS_OF_LINE + entry.files.length <= WHOLE_MAX;
}

function Message({ entry }: { entry: Extract<ThreadEntry, { kind: 'message' }> }) {
  return (
    <>
      {hasText(entry.content) ? <RichTextView html={entry.content} className={styles.text ?? ''} /> : null}
      {entry.files.length === 0 ? null : (
        <p className={styles.files}>
          <span>{entry.files.length === 1 ? 'Anexo: ' : 'Anexos: '}</span>
          <span>{entry.files.map(fileText).join(' · ')}</span>
        </p>
      )}
    </>
  );
}

const fileText = ({ name, size }: ViewFile) => (size === 0 ? name : `${name} (${formatSize(size)})`);

function ActText({ entry }: { entry: Exclude<ThreadEntry, { kind: 'message' }> }) {
  return (
    <>
      <p className={styles.act}>{actText(actSentence(entry.kind, entry))}</p>
      {entry.reason === null ? null : <p className={styles.act}>“{entry.reason}”</p>}
    </>
  );
}
