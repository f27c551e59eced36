import type { DocumentView, HistoryEntry, ThreadEntry, ViewFile } from '#mirror/questions/view-document.ts';
import type { Network } from '#mirror/questions/connection.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { Stamp } from '#ui/document-look/stamp.tsx';
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { encode } from 'uqr';
import { hasText, plainTextOf } from '#domain/plain-text.ts';
import { RichTextView } from '#editor/rich-text-view.tsx';
import { hrefOfDocument } from '../../shared/document/document-marks.ts';
import { joined, fullName, type PersonName, sectorWithAcronym, formatSize } from '../../text/words/format.ts';
import {
  checkedText,
  dayWithWeekday,
  PRINT,
  printedAtText,
  printedMoment,
  printedStamp,
  printedStop,
  unsentText,
  actSentence,
  actText,
  thenText,
  VIEW_TEXT,
} from '../../text/document/view-document.ts';
import {
  EXCEPTION_TAG,
  LOCAL_LABEL,
  LOG_ACTION_LABEL,
  STATUS_LABEL,
  TYPE_LABEL,
  documentHeading,
} from '../../text/words/document.ts';
import styles from './print-sheet.module.css';

function PrintSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The messages and acts of a document in one column, oldest first. */
function PrintedThread({ view, zone }: { view: DocumentView; zone: string }) {
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
                <span>{behindName(entry)}</span>
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

/**
 * A message with at most this many lines is not split between two pages. Ten lines are a fifth of a
 * page.
 */
const WHOLE_MAX = 10;
const LETTERS_OF_LINE = 90;

/**
 * Whether a message has at most `WHOLE_MAX` lines. It is an estimate, because only the printer
 * knows the lines.
 */
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

/** What a sheet says beside the document itself. */
export type PrintFacts = {
  readonly person: PersonName;
  readonly tenant: { readonly name: string; readonly logo: string | null };
  readonly zone: string;
  readonly today: CalendarDay;
  /** Epoch ms of the printing. */
  readonly nowMs: number;
  /** Epoch ms of the last answer of the server; null before the first. */
  readonly checkedAtMs: number | null;
  readonly network: Network;
  /** `https://malote.example`: the origin of the address in the QR code. */
  readonly origin: string;
};

type SheetProps = { readonly view: DocumentView; readonly facts: PrintFacts };

/**
 * One document on paper (src/ui/look.md, look 8): head, facts, thread in one column, history, and
 * who printed it when.
 */
export function PrintSheet({ view, facts }: SheetProps) {
  const { document } = view;
  const unsent = unsentIn(view);
  const isLocal = unsent > 0 || document.pencil.document;
  const heading = documentHeading(document);
  const seal = isLocal ? `${PRINT.localCopy} — ${unsentText(unsent)}.` : null;
  return (
    <article className={styles.sheet} aria-label={heading}>
      {seal === null ? null : (
        <p className={styles.local}>
          <Clock size={18} strokeWidth={1.75} aria-hidden />
          <span>
            <b>{seal}</b>
            <br />
            {PRINT.localCopyNote}
          </span>
        </p>
      )}
      <header className={styles.head}>
        {facts.tenant.logo === null ? null : <img src={facts.tenant.logo} alt="" className={styles.logo} />}
        <p className={styles.tenant}>
          <b>{facts.tenant.name}</b>
          {document.origin === null ? null : <span>{`${document.origin.name} · ${document.origin.acronym}`}</span>}
        </p>
        <p className={styles.number}>
          <b>{heading}</b>
          <span>{document.physical_document_number}</span>
        </p>
      </header>
      <div className={styles.title}>
        <div>
          <h1>{document.title}</h1>
          <p className={styles.stamps}>
            {document.pencil.document ? (
              <Stamp tone="local" label={LOCAL_LABEL} isPencil />
            ) : (
              <Stamp tone={document.status} label={STATUS_LABEL[document.status]} isPencil={document.pencil.status} />
            )}
            {document.is_exception ? <Stamp tone="exception" label={EXCEPTION_TAG} /> : null}
          </p>
        </div>
        {document.serverId === null ? null : (
          <figure className={styles.code}>
            <QrCode text={facts.origin + hrefOfDocument(document)} />
            <figcaption>{`${heading} no Malote`}</figcaption>
          </figure>
        )}
      </div>
      <Facts view={view} facts={facts} />
      <PrintedThread view={view} zone={facts.zone} />
      <History view={view} facts={facts} />
      <footer className={styles.foot}>
        <p>
          Impresso por <b translate="no">{fullName(facts.person)}</b>{' '}
          {printedAtText(facts.nowMs, { zone: facts.zone, network: facts.network })}
        </p>
        <p>
          {seal === null ? null : (
            <>
              <b>{seal}</b>
              <br />
            </>
          )}
          <span>{checkedText(facts.checkedAtMs, facts)}</span>
          <br />
          <span>{`${new URL(facts.origin).host} · ${heading}`}</span>
        </p>
      </footer>
    </article>
  );
}

/** How many gestures on the sheet the server has not registered yet. */
function unsentIn({ thread, history }: DocumentView): number {
  const waiting = [...thread, ...history.filter((entry) => entry.action !== 'view')];
  return new Set(waiting.flatMap((entry) => (entry.pencil === null ? [] : [entry.pencil.id]))).size;
}

function Facts({ view, facts }: SheetProps) {
  const { document } = view;
  const created = view.thread[0]?.at ?? null;
  const path = view.route.map((stop) => printedStop(stop, facts.today));
  return (
    <PrintSection title={VIEW_TEXT.info}>
      <dl className={styles.facts}>
        <Fact name={VIEW_TEXT.type}>{TYPE_LABEL[document.type]}</Fact>
        {created === null ? null : <Fact name={PRINT.createdOn}>{printedMoment(created, facts.zone)}</Fact>}
        <Fact name={VIEW_TEXT.subject}>{document.subject.name}</Fact>
        <Fact name={PRINT.deadline} isPencil={document.pencil.limitDate}>
          {dayWithWeekday(document.limit_date)}
        </Fact>
        <Fact name={VIEW_TEXT.origin}>
          {document.origin === null ? VIEW_TEXT.noOrigin : sectorWithAcronym(document.origin)}
        </Fact>
        <Fact name={VIEW_TEXT.with} isPencil={document.pencil.responsibles}>
          {joined(document.responsibles.map(withSector))}
        </Fact>
        {document.is_exception ? (
          <Fact name={VIEW_TEXT.exception} isWide>
            {document.exception_reason ?? VIEW_TEXT.noReason}
          </Fact>
        ) : null}
        {document.tags.length === 0 ? null : (
          <Fact name={VIEW_TEXT.tags} isWide>
            {document.tags.map((tag) => tag.title).join(', ')}
          </Fact>
        )}
        {path.length === 0 ? null : (
          <Fact name={PRINT.path} isWide>
            {path.join(' → ')}
          </Fact>
        )}
      </dl>
    </PrintSection>
  );
}

function Fact(props: { name: string; children: ReactNode; isWide?: boolean; isPencil?: boolean }) {
  const { name, children, isWide = false, isPencil = false } = props;
  return (
    <div className={isWide ? styles.wide : undefined}>
      <dt>{name}</dt>
      <dd className={isPencil ? styles.pencilFact : undefined}>{children}</dd>
    </div>
  );
}

function History({ view, facts }: SheetProps) {
  if (view.history.length === 0) return null;
  return (
    <PrintSection title={PRINT.history}>
      <table className={styles.history}>
        <thead>
          <tr>
            <th scope="col">{PRINT.when}</th>
            <th scope="col">{PRINT.who}</th>
            <th scope="col">{PRINT.what}</th>
          </tr>
        </thead>
        <tbody>
          {view.history.map((entry) => (
            <tr key={entry.key} className={entry.pencil === null ? undefined : styles.pencilRow}>
              <td>{printedMoment(entry.at, facts.zone).replace(' às', '')}</td>
              <td>{[withSector(entry.author), thenText(entry)].filter(Boolean).join(' ')}</td>
              <td>{recordText(entry)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSection>
  );
}

/**
 * `Transferiu para SEMTRAN`, `Visualizou (visto offline)`, `Prorrogou até 30/11/2026, ainda não
 * registrado`.
 */
function recordText(entry: HistoryEntry): string {
  const verb = LOG_ACTION_LABEL[entry.action];
  const people = joined(entry.responsibles.map(fullName));
  const what =
    entry.action === 'transfer' && people !== ''
      ? `${verb} para ${people}`
      : (entry.action === 'extension' || entry.action === 'reopening') && entry.limitDate !== null
        ? `${verb} até ${dayWithWeekday(entry.limitDate)}`
        : entry.action === 'view' && entry.receivedAt !== null
          ? `${verb} (${VIEW_TEXT.seenOffline})`
          : verb;
  return entry.pencil === null ? what : `${what}, ${PRINT.pencilRecord}`;
}

/**
 * What stands after an author's name, ` (na época, Ana Souza) · SEMOB`: the name at that time, and
 * the sector.
 */
function behindName(entry: ThreadEntry): string {
  const then = thenText(entry);
  const sector = entry.author.organization?.acronym;
  return `${then === null ? '' : ` ${then}`}${sector === undefined ? '' : ` · ${sector}`}`;
}

function withSector(person: PersonName & { readonly organization: { readonly acronym: string } | null }): string {
  return person.organization === null ? fullName(person) : `${fullName(person)}, ${person.organization.acronym}`;
}

/** A QR code as one path of squares; the border is the quiet zone that readers need. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={styles.qr} role="img" aria-label={text} shapeRendering="crispEdges">
      <path d={squares.join('')} />
    </svg>
  );
}
