// The panel beside a document: its data, its keywords and files, its history and its viewers.

import type { DocumentView, ViewFile, HistoryEntry } from '#mirror/questions/view-document.ts';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { TagChip } from '#ui/document-look/chip.tsx';
import { RouteLine } from '#ui/document-look/route-line.tsx';
import { classNames } from '#ui/base/class-names.ts';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { useDialogAtRest } from '#ui/overlays/dialog.tsx';
import { CalendarPlus, Clock, Download, FileText, ChevronDown } from 'lucide-react';
import { Fragment } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { type Act, DOCUMENT_FACTS } from '../../acts/document/acts.ts';
import { useDocumentDownload } from '../../shared/files/use-download.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { dueHint, TYPE_LABEL, LOG_ACTION_LABEL } from '../../text/words/document.ts';
import { EXTEND } from '../../text/document/acts.ts';
import { FILE_TEXT, fileDetail } from '../../text/document/files.ts';
import {
  formatDay,
  fullName,
  sectorWithAcronym,
  shortSectorName,
  formatMoment,
  formatTime,
  type Here,
  joined,
} from '../../text/words/format.ts';
import {
  stopNote,
  VIEW_TEXT,
  notYetText,
  seenCountText,
  timesText,
  recordsText,
  thenText,
} from '../../text/document/view-document.ts';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { hasReceiptsOf } from '#mirror/keep/receipts.ts';
import { deviceZone } from '#ui/base/locale-text.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { commandIdOf, OwnReceiptLink } from '../../shared/document/own-receipt.tsx';
import { dayHeading, doneAndReceived } from '../../text/words/moments.ts';
import { RECEIPT } from '../../text/document/receipt.ts';
import styles from './info-panel.module.css';

/**
 * Informações: type, origin, responsibles and dates of the document. On phones the sectors it went
 * through are here too.
 */
export function InfoSection(props: { view: DocumentView; acting: Act | null; onAct: (act: Act) => void }) {
  const { view, acting, onAct } = props;
  const { document } = view;
  useDialogAtRest();
  const { today } = useProfile();
  const isPhone = useLayoutKind() === 'phone';
  const hint = dueHint({ status: document.status, limitDate: document.limit_date }, today);
  const { pencil } = document;
  return (
    <section className={styles.section} aria-labelledby="informacoes">
      <SectionLabel id="informacoes">{VIEW_TEXT.info}</SectionLabel>
      {isPhone ? (
        <div className={styles.route}>
          <RouteLine
            label={VIEW_TEXT.route}
            stations={view.route.map((stop, index) => ({
              id: `${index}:${stop.acronym}`,
              name: stop.acronym,
              note: stopNote(stop),
              isCurrent: stop.current,
            }))}
          />
        </div>
      ) : null}
      <dl id={DOCUMENT_FACTS} className={styles.facts}>
        <dt>{VIEW_TEXT.type}</dt>
        <dd>{TYPE_LABEL[document.type]}</dd>
        <dt>{VIEW_TEXT.subject}</dt>
        <dd>{document.subject.name}</dd>
        <dt>{VIEW_TEXT.physicalNumber}</dt>
        <dd>{document.physical_document_number}</dd>
        <dt>{VIEW_TEXT.origin}</dt>
        <dd>{document.origin === null ? VIEW_TEXT.noOrigin : sectorWithAcronym(document.origin)}</dd>
        <dt>{VIEW_TEXT.with}</dt>
        <dd className={pencil.responsibles ? styles.pencil : undefined}>
          {document.responsibles.map((person) => (
            <Fragment key={person.id}>
              <b translate="no">{fullName(person)}</b>
              {person.organization === null ? null : <span>{shortSectorName(person.organization.name)}</span>}
            </Fragment>
          ))}
        </dd>
        <dt>{VIEW_TEXT.deadline}</dt>
        <dd className={classNames(styles.deadline, pencil.limitDate && styles.pencil)}>
          <span className={styles.lines}>
            <span className={document.status === 'overdue' ? styles.overdue : undefined}>
              {formatDay(document.limit_date)}
            </span>
            {hint === null ? null : <span className={styles.quiet}>{hint.text}</span>}
          </span>
          {document.abilities.extendDocument ? (
            <span className={styles.extend} data-open={acting === 'prorrogar' || undefined}>
              <Button
                variant="quiet"
                size="sm"
                icon={CalendarPlus}
                aria-label={EXTEND.title}
                aria-haspopup="dialog"
                onPress={() => onAct('prorrogar')}
              >
                {EXTEND.act}
              </Button>
            </span>
          ) : null}
        </dd>
        {document.is_exception ? (
          <>
            <dt>{VIEW_TEXT.exception}</dt>
            <dd>{document.exception_reason ?? VIEW_TEXT.noReason}</dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}

/** Palavras-chave: keywords, and mentions with their icon. */
export function TagsSection({ view }: { view: DocumentView }) {
  const { tags } = view.document;
  return (
    <section className={styles.section} aria-labelledby="palavras-chave">
      <SectionLabel id="palavras-chave">{VIEW_TEXT.tags}</SectionLabel>
      {tags.length === 0 ? (
        <p className={styles.quiet}>{VIEW_TEXT.noTags}</p>
      ) : (
        <ul className={styles.tags}>
          {tags.map((tag) => (
            <li key={`${tag.type}:${tag.title}`}>
              <TagChip isMention={tag.type === 'mention'}>{tag.title}</TagChip>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Arquivos: all files of the document and of its replies. */
export function FilesSection(props: { view: DocumentView; onPreview: (fileKey: string) => void }) {
  const { view, onPreview } = props;
  const { download, isBusy } = useDocumentDownload(view);
  const count = view.files.length;
  return (
    <section className={styles.section} aria-labelledby="arquivos">
      <div className={styles.sectionHead}>
        <SectionLabel id="arquivos">{VIEW_TEXT.files}</SectionLabel>
        {count === 0 ? null : (
          <Button variant="quiet" size="sm" icon={Download} isPending={isBusy} onPress={download}>
            {isBusy ? FILE_TEXT.preparing : `${FILE_TEXT.downloadAll} (${count})`}
          </Button>
        )}
      </div>
      {count === 0 ? (
        <p className={styles.quiet}>{FILE_TEXT.none}</p>
      ) : (
        <ul className={styles.files}>
          {view.files.map((file) => (
            <li key={file.key}>
              <FileRow file={file} onPreview={onPreview} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function FileRow({ file, onPreview }: { file: ViewFile; onPreview: (fileKey: string) => void }) {
  const Icon = file.pencil ? Clock : FileText;
  return (
    <button type="button" className={file.pencil ? styles.pencilFile : styles.file} onClick={() => onPreview(file.key)}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span className={styles.fileWords}>
        <span className={styles.fileName}>{file.name}</span>
        <span className={styles.fileSize}>{fileDetail(file, 'short')}</span>
      </span>
    </button>
  );
}

/**
 * The section `Visto por 4 de 6`. It counts current and past responsibles: who has seen the
 * document and when, and who has not (rule E2). All other viewers follow.
 */
export function ViewersSection({ view }: { view: DocumentView }) {
  const { seen, notYet, others } = view.viewers;
  const counted = seenCountText({ seen: seen.length, all: seen.length + notYet.length });
  return (
    <section className={styles.section} aria-labelledby="visto-por">
      <SectionLabel id="visto-por">
        {VIEW_TEXT.seenBy} {counted}
      </SectionLabel>
      {seen.length === 0 && others.length === 0 ? <p className={styles.quiet}>{VIEW_TEXT.nobodySaw}</p> : null}
      <People viewers={seen} />
      {notYet.length === 0 ? null : <p className={styles.notYet}>{notYetText(notYet)}</p>}
      {others.length === 0 ? null : (
        <>
          <h3 className={styles.day}>{VIEW_TEXT.othersSaw}</h3>
          <People viewers={others} />
        </>
      )}
      <AuditLink view={view} />
    </section>
  );
}

/** Leads to the audit, which has downloads, prints and copies besides views. */
function AuditLink({ view }: { view: DocumentView }) {
  const { may } = useProfile();
  const { number } = view.document;
  if (!may('read_audit') || number === null) return null;
  return (
    <Link tone="action" href={`/admin/audit?documento=${number}`}>
      {VIEW_TEXT.audit}
    </Link>
  );
}

function People({ viewers }: { viewers: DocumentView['viewers']['seen'] }) {
  const { today, zone } = useProfile();
  return (
    <ul className={styles.people}>
      {viewers.map((viewer) => {
        const times = timesText(viewer.count, formatMoment(viewer.first_at, { today, zone }));
        return (
          <li key={viewer.user.id} className={styles.person}>
            <PersonAvatar person={viewer.user} size={28} />
            <span className={styles.who}>
              <span translate="no">{fullName(viewer.user)}</span>
              <span className={styles.meta}>
                {[viewer.user.organization?.acronym, times].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className={styles.when}>
              <time dateTime={viewer.last_at}>{formatMoment(viewer.last_at, { today, zone })}</time>
              {viewer.offline ? <span>{VIEW_TEXT.seenOffline}</span> : null}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Histórico: closed at first, grouped by day, newest first (src/app/experience.md, experience W13).
 */
export function HistorySection({ view }: { view: DocumentView }) {
  const { today, zone } = useProfile();
  const here = { today, zone };
  const hasAll = useHasOwnReceipts(view.history);
  return (
    <section className={styles.section} aria-labelledby="historico">
      <details className={styles.history}>
        <summary>
          <SectionLabel id="historico">{VIEW_TEXT.history}</SectionLabel>
          <span className={styles.meta}>{recordsText(view.history.length)}</span>
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden />
        </summary>
        {groupedByDay(view.history, here).map((group) => (
          <div key={group.heading}>
            <h3 className={styles.day}>{group.heading}</h3>
            <ol className={styles.records}>
              {group.entries.map((entry) => (
                <Record key={entry.key} entry={entry} here={here} />
              ))}
            </ol>
          </div>
        ))}
        {deviceZone() === zone || zone !== 'America/Sao_Paulo' ? null : (
          <p className={styles.meta}>Horário de Brasília.</p>
        )}
        {hasAll ? null : <p className={styles.meta}>{RECEIPT.elsewhere}</p>}
      </details>
    </section>
  );
}

/** Whether this device has the receipt of every registered act of this person. */
function useHasOwnReceipts(history: readonly HistoryEntry[]): boolean {
  const { mirror } = useProfile();
  const own = history.flatMap((entry) => {
    const id = entry.action === 'view' || entry.pencil !== null ? null : commandIdOf(entry.key);
    return id === null ? [] : [id];
  });
  return useLiveQuery(() => hasReceiptsOf(mirror, own), [mirror, own.join(' ')]) ?? true;
}

function Record({ entry, here }: { entry: HistoryEntry; here: Here }) {
  const note = noteOf(entry);
  const then = thenText(entry);
  return (
    <li className={styles.record}>
      <time dateTime={entry.at} className={styles.meta}>
        {formatTime(entry.at, here.zone)}
      </time>
      <span>
        <b>{LOG_ACTION_LABEL[entry.action]}</b>
        <span> · </span>
        <span translate="no">{fullName(entry.author)}</span>
        {then === null ? null : <span className={styles.quiet}> {then}</span>}
        {note === null ? null : <span className={styles.quiet}> · {note}</span>}
        {entry.receivedAt === null ? null : (
          <span className={styles.block}>
            {doneAndReceived({ doneAt: entry.at, receivedAt: entry.receivedAt }, here)}
          </span>
        )}
        {entry.clockSuspect ? <span className={styles.block}>{VIEW_TEXT.clockSuspect}</span> : null}
        <OwnReceiptLink entryKey={entry.key} className={styles.block} bad={styles.bad} />
      </span>
    </li>
  );
}

function noteOf(entry: HistoryEntry): string | null {
  switch (entry.action) {
    case 'transfer':
      return `para ${joined(entry.responsibles.map(fullName))}`;
    case 'extension':
    case 'reopening':
      return entry.limitDate === null ? null : `até ${formatDay(entry.limitDate)}`;
    case 'creation':
    case 'view':
    case 'completion':
      return null;
  }
}

function groupedByDay(history: readonly HistoryEntry[], here: Here): { heading: string; entries: HistoryEntry[] }[] {
  const groups: { heading: string; entries: HistoryEntry[] }[] = [];
  for (const entry of history.toSorted((left, right) => (left.at < right.at ? 1 : -1))) {
    const heading = dayHeading(entry.at, here);
    const last = groups.at(-1);
    if (last?.heading === heading) last.entries.push(entry);
    else groups.push({ heading, entries: [entry] });
  }
  return groups;
}
