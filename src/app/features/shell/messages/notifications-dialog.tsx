import type { Notice } from '#mirror/questions/notices.ts';
import { type OutboxItem, outboxItems } from '#mirror/questions/outbox-items.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { classNames } from '#ui/base/class-names.ts';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { Bell, CalendarClock, CheckCheck, Inbox, OctagonAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useProfile } from '../../../profile/profile.tsx';
import { actSentenceOf, refusalOf } from '../../../text/sending/command-state.ts';
import { hrefOfDocument } from '../../../shared/document/document-href.ts';
import { Ticket } from '../../../shared/document/ticket.tsx';
import { keepChoice, keepInPassing } from '../../../device/keep-choice.ts';
import { useNames } from '../../../device/use-names.ts';
import { markNewsSeen, markRead, type News, type NewsRow, useNews } from '../../../shared/screen/use-news.ts';
import { placeHash } from '../../../shared/screen/use-place.ts';
import { PersonAvatar } from '../../../shared/screen/person-avatar.tsx';
import { usePanel } from '../../../shared/screen/use-panel.ts';
import { narrowStamp } from '../../../text/words/moments.ts';
import { andMoreText, newNoticesText, NOTICES, noticeWords } from '../../../text/frame/notices.ts';
import styles from './notifications-dialog.module.css';

/**
 * "Avisos", under the bell of the screen, on phones a sheet: first what needs the person, then what
 * is new, then what was read. Opening it takes the red dot away, unless something needs the person;
 * a document has one row, which stays new until its place is opened or all are marked as read.
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
  const { userId } = useProfile().person;
  return (
    <div className={styles.foot}>
      <Button
        variant="quiet"
        size="sm"
        icon={CheckCheck}
        isDisabled={news.unread.length === 0}
        onPress={() => keepChoice(markRead(news.unread, userId))}
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
  const { mirror, person } = useProfile();
  const { userId } = person;
  const needsYou = useLiveQuery(() => itemsThatNeed(mirror), [mirror]);
  useEffect(() => keepInPassing(markNewsSeen(news, userId)), [news, userId]);
  if (needsYou === undefined) return <SkeletonRows label={NOTICES.loading} count={4} />;
  if (isEmpty(news)) return <EmptyState icon={Bell} title={NOTICES.none} />;
  return (
    <ul className={styles.list}>
      {needsYou.map((item) => (
        <NeedsYou key={item.command.id} item={item} />
      ))}
      {news.unread.map((row) => (
        <NoticeRow key={row.newest.key} row={row} isNew />
      ))}
      {news.read.map((row) => (
        <NoticeRow key={row.newest.key} row={row} isNew={false} />
      ))}
    </ul>
  );
}

/** What was refused or is in conflict, newest first. */
async function itemsThatNeed(mirror: Mirror): Promise<OutboxItem[]> {
  const items = await outboxItems(mirror, { nowMs: 0 });
  return items.filter(({ group }) => group === 'needs-you').toReversed();
}

/** `Não foi aceito: Transferir PMVI 033 para Arquivo Público. Setor sem usuários ativos.` */
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

/** A reason that elsewhere follows a colon, as a sentence of its own. */
function sentenceOf(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

function NoticeRow({ row, isNew }: { row: NewsRow; isNew: boolean }) {
  const { newest: notice, others } = row;
  const { person, today, zone } = useProfile();
  const { document } = notice;
  const { who, verb, tail, end } = noticeWords(notice, person.userId);
  return (
    <li className={`${styles.item} ${isNew ? styles.unread : ''}`}>
      <span
        className={classNames(styles.icon, notice.kind !== 'act' && styles.kind, notice.kind === 'due' && styles.due)}
      >
        {notice.kind === 'act' ? (
          <PersonAvatar person={notice.act.author} size={32} />
        ) : notice.kind === 'due' ? (
          <CalendarClock size={20} strokeWidth={1.75} aria-hidden />
        ) : (
          <Inbox size={20} strokeWidth={1.75} aria-hidden />
        )}
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
          <Link
            href={hrefOf(notice)}
            tone="plain"
            className={styles.title}
            onPress={() => keepInPassing(markRead([row], person.userId))}
          >
            {document.title}
          </Link>
          {end === '' ? null : <span>{`. ${end}`}</span>}
        </p>
        <p className={styles.when}>
          {[narrowStamp(notice.at, { today, zone }), andMoreText(others)].filter((part) => part !== '').join(' · ')}
        </p>
      </div>
    </li>
  );
}

/** The message itself, or the document. */
function hrefOf({ document, ...notice }: Notice): string {
  const href = hrefOfDocument(document);
  return notice.kind === 'act' && notice.act.kind === 'message' ? href + placeHash(notice.act.id) : href;
}
