import { cutTo } from '#domain/text.ts';
import { isReply, lastWords } from '#mirror/questions/last-words.ts';
import { type OutboxItem, outboxItems } from '#mirror/questions/outbox-items.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { classNames } from '#ui/base/class-names.ts';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { Bell, CalendarClock, CheckCheck, Clock, Inbox, OctagonAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useProfile } from '../../../profile/profile.tsx';
import { actSentenceOf, refusalOf } from '../../../text/sending/command-state.ts';
import { hrefOfDocument } from '../../../shared/document/document-marks.ts';
import { Ticket } from '../../../shared/document/ticket.tsx';
import { keepChoice, keepInPassing } from '../../../device/keep-choice.ts';
import { useNames } from '../../../device/use-names.ts';
import { useSyncState } from '../../../shared/connection/use-sync-state.ts';
import { markNewsSeen, markRead, type News, type NewsRow, useNews } from '../../../shared/screen/use-news.ts';
import { placeHash } from '../../../shared/screen/use-place.ts';
import { PersonAvatar } from '../../../shared/screen/person-avatar.tsx';
import { usePanel } from '../../../shared/screen/use-panel.ts';
import { formatTime } from '../../../text/words/format.ts';
import { narrowStamp } from '../../../text/words/moments.ts';
import {
  andMoreText,
  lastOfText,
  newNoticesText,
  noticeReason,
  NOTICES,
  noticeWords,
  untilText,
} from '../../../text/frame/notices.ts';
import styles from './notifications-dialog.module.css';

/** The most characters of a quote, about two lines of a row. */
const QUOTED = 160;

const quoted = (text: string) => `“${text.length > QUOTED ? `${cutTo(text, QUOTED).trimEnd()}…` : text}”`;

/**
 * "Avisos": a popover under the bell, a sheet on phones. It lists what needs the person, then
 * unread notices, then read ones. Opening it clears the red dot, unless something needs the person.
 * Each document has one row, which is unread until the document is opened on any screen or all rows
 * are marked as read.
 */
export function NotificationsDialog() {
  const panel = usePanel('avisos');
  const news = useNews();
  return (
    <Dialog
      isOpen={panel.isOpen}
      onClose={() => panel.close()}
      title={NOTICES.title}
      icon={Bell}
      size="notices"
      under="sino"
      action={news === undefined || isEmpty(news) ? undefined : <Count news={news} />}
      footer={news === undefined || isEmpty(news) ? undefined : <Foot news={news} />}
    >
      {news === undefined ? <SkeletonRows label={NOTICES.loading} count={4} /> : <NewsList news={news} />}
    </Dialog>
  );
}

const isEmpty = ({ needsYou, unread, read }: News) => needsYou + unread.length + read.length === 0;

function Count({ news }: { news: News }) {
  return (
    <p className={styles.count} role="status">
      {newNoticesText(news.needsYou + news.unread.length)}
    </p>
  );
}

function Foot({ news }: { news: News }) {
  const { person, zone } = useProfile();
  const { userId } = person;
  const { connection, summary } = useSyncState();
  const foot = useRef<HTMLDivElement>(null);
  return (
    <div ref={foot} className={styles.foot}>
      {connection.isOffline && summary.refreshedAtMs !== null ? (
        <p className={styles.until}>
          <Clock size={16} strokeWidth={1.75} aria-hidden />
          <span>{untilText(formatTime(summary.refreshedAtMs, zone))}</span>
        </p>
      ) : null}
      <Button
        variant="quiet"
        size="sm"
        icon={CheckCheck}
        isDisabled={news.unread.length === 0}
        onPress={() => {
          // Nothing is unread after this press, so the button is disabled and would lose the focus.
          foot.current?.closest<HTMLElement>('[role="dialog"]')?.focus();
          keepChoice(markRead(news.unread, userId));
        }}
      >
        {NOTICES.markAll}
      </Button>
      <Link href="/admin/outbox" tone="action">
        {NOTICES.toOutbox}
      </Link>
    </div>
  );
}

function NewsList({ news }: { news: News }) {
  const { mirror, person, session } = useProfile();
  const { userId } = person;
  const needsYou = useLiveQuery(() => itemsThatNeed(mirror), [mirror]);
  const words = useLiveQuery(
    () => lastWords(mirror, [...news.unread, ...news.read].flatMap(noticesOf)),
    [mirror, news],
  );
  useEffect(() => keepInPassing(markNewsSeen(news, userId)), [news, userId]);
  if (needsYou === undefined || words === undefined) return <SkeletonRows label={NOTICES.loading} count={4} />;
  if (isEmpty(news)) {
    return (
      <EmptyState icon={Bell} title={NOTICES.none}>
        {NOTICES.next}
      </EmptyState>
    );
  }
  const rowsOf = (rows: readonly NewsRow[], isNew: boolean) =>
    rows.map((row) => <NoticeRow key={row.newest.key} row={row} isNew={isNew} words={words} />);
  return (
    <>
      <ul className={styles.list}>
        {needsYou.map((item) => (
          <NeedsYou key={item.command.id} item={item} />
        ))}
        {rowsOf(news.unread, true)}
      </ul>
      {news.read.length === 0 ? null : (
        <section aria-labelledby="avisos-lidos" className={styles.readOnes}>
          <SectionLabel as="h3" id="avisos-lidos">
            {NOTICES.read}
          </SectionLabel>
          <ul className={styles.list}>{rowsOf(news.read, false)}</ul>
        </section>
      )}
      {session.notices === undefined ? null : (
        <p className={styles.choose}>
          <Link href="/admin/profile?aba=avisos" tone="action">
            {NOTICES.choose}
          </Link>
        </p>
      )}
    </>
  );
}

const noticesOf = ({ newest, others }: NewsRow) => [newest, ...others];

/** The commands that were refused or conflict, newest first. */
async function itemsThatNeed(mirror: Mirror): Promise<OutboxItem[]> {
  const items = await outboxItems(mirror, { nowMs: 0 });
  return items.filter(({ group }) => group === 'needs-you').toReversed();
}

/**
 * A command that needs its author: `Não foi aceito: Transferir PMVI 033 para Arquivo Público. Setor
 * sem usuários ativos.`
 */
function NeedsYou({ item }: { item: OutboxItem }) {
  const { today, zone } = useProfile();
  const names = useNames();
  const { command } = item;
  const isRefused = command.state === 'refused';
  return (
    <li className={`${styles.item} ${styles.danger}`}>
      <span className={styles.icon}>
        <OctagonAlert size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <div className={styles.words}>
        <p>
          <b>{isRefused ? NOTICES.refused : NOTICES.conflict}</b> <span>{actSentenceOf(item, names)}</span>
          <span>.</span> {isRefused ? <span>{sentenceOf(refusalOf(command))}</span> : null}
        </p>
        <p className={styles.when}>{narrowStamp(command.performedAtMs, { today, zone })}</p>
        <Link href={`/admin/outbox${placeHash(`item-${command.id}`)}`} tone="action">
          {isRefused ? NOTICES.correct : NOTICES.decide}
        </Link>
      </div>
    </li>
  );
}

/** Turns a reason that is written to follow a colon into a sentence. */
function sentenceOf(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

/** `words`: the text of each reply, by the key of its notice. */
function NoticeRow(props: { row: NewsRow; isNew: boolean; words: ReadonlyMap<string, string> }) {
  const { row, isNew, words } = props;
  const { newest: notice, others } = row;
  const { person, today, zone } = useProfile();
  const { document } = notice;
  const { who, verb, tail, end } = noticeWords(notice, person.userId);
  const replies = noticesOf(row).filter(isReply);
  const said = replies.flatMap(({ key }) => words.get(key) ?? [])[0];
  // A quoted reply names how many replies there are, so the line below counts only the other
  // notices.
  const more = said === undefined || replies.length === 1 ? others : others.filter((other) => !isReply(other));
  return (
    <li className={`${styles.item} ${isNew ? styles.unread : ''}`}>
      <span
        className={classNames(styles.icon, notice.kind !== 'act' && styles.kind, notice.kind === 'due' && styles.due)}
      >
        {notice.kind === 'act' ? (
          <PersonAvatar person={notice.act.author} size={36} />
        ) : notice.kind === 'due' ? (
          <CalendarClock size={20} strokeWidth={1.75} aria-hidden />
        ) : (
          <Inbox size={20} strokeWidth={1.75} aria-hidden />
        )}
        {isNew && others.length > 0 ? (
          <span className={styles.many} aria-hidden>
            {others.length + 1}
          </span>
        ) : null}
      </span>
      <div className={styles.words}>
        <p>
          {isNew ? <VisuallyHidden>{`${NOTICES.unread}. `}</VisuallyHidden> : null}
          {who === null ? null : <b>{who}</b>} <span>{verb}</span>{' '}
          <b>
            <Ticket acronym={person.acronym} number={document.number} localCode={document.localCode} />
          </b>
          {tail === '' ? null : <span>{` ${tail}`}</span>}
          <span>,</span>{' '}
          <Link href={hrefOf(row, isNew)} tone="plain" className={styles.title}>
            {document.title}
          </Link>
          {end === '' ? null : <span>{`. ${end}`}</span>}
        </p>
        {said === undefined ? null : (
          <p className={styles.said}>
            {[lastOfText(replies.length), quoted(said)].filter((part) => part !== '').join(' ')}
          </p>
        )}
        <p className={styles.when}>
          {[narrowStamp(notice.at, { today, zone }), noticeReason(notice, person.userId), andMoreText(more)]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      </div>
    </li>
  );
}

/**
 * Where a row leads: to the oldest unread reply, or to the newest one when all were read; without a
 * reply to the document.
 */
function hrefOf(row: NewsRow, isNew: boolean): string {
  const href = hrefOfDocument(row.newest.document);
  const [reply] = noticesOf(row)
    .filter(isReply)
    .slice(isNew ? -1 : 0);
  return reply?.kind === 'act' ? href + placeHash(reply.act.id) : href;
}
