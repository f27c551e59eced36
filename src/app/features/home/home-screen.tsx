import { lazyPart } from '#ui/base/lazy-part.tsx';
import { useInTurns } from '#ui/base/after-paint.ts';
import { type CSSProperties, memo, useDeferredValue, useState } from 'react';
import { daysBetween, hourAt } from '#domain/dates.ts';
import type { AlertRow } from '#contract/reference-data.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { CloudOff, Inbox, X } from 'lucide-react';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Link } from '#ui/actions/link.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { RowList } from '#ui/document-look/surface.tsx';
import { initialsOf } from '#ui/document-look/avatar.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { useNavigate } from '@tanstack/react-router';
import { CreateButton } from '../../shared/screen/create-button.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { useProfile } from '../../profile/profile.tsx';
import { keepChoice } from '../../device/keep-choice.ts';
import { changeDeviceFacts, useDeviceFacts } from '../../device/use-device-facts.ts';
import { AlertBanner } from '../../shared/screen/alert-banner.tsx';
import { toneOfDays } from '../../text/words/document.ts';
import { greeting, HOME, NOT_ON_DEVICE } from '../../text/lists/home.ts';
import { DocumentCard } from '../../shared/document/document-card.tsx';
import { DocumentRow } from '../../shared/document/document-row.tsx';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import { SyncPill } from '../../shared/connection/sync-pill.tsx';
import { holdInvitation } from '../../shared/screen/invitation-place.ts';
import { HomeMark } from '../../shared/screen/home-mark.tsx';
import { NoticesBell } from '../../shared/screen/notices-bell.tsx';
import { formatFullDay, formatWeekday, fullName } from '../../text/words/format.ts';
import { freshnessText } from '../../text/words/moments.ts';
import { DrawnAtOnce } from './drawn-at-once.tsx';
import styles from './home-screen.module.css';
import { ModelCarousels } from './model-carousels.tsx';
import { StatusTiles } from './status-tiles.tsx';
import { useHome } from './use-home.ts';
import { WeekList } from './week-list.tsx';

/**
 * The header of the home: greeting, day and freshness, with search, bell and photo beside them; on
 * a phone the pill and the photo above them.
 */
const HomeHeader = memo(function HomeHeader() {
  const { session, zone, now } = useProfile();
  const kind = useLayoutKind();
  const words = greeting(hourAt(now(), zone), session.name.split(' ')[0] ?? session.name);
  return (
    <header className={styles.header}>
      {kind === 'phone' ? <HomeMark /> : null}
      <div className={styles.greeting} style={{ '--letters': words.length } as CSSProperties}>
        <ScreenHeading windowTitle="Início">{words}</ScreenHeading>
        <Freshness />
      </div>
      <HomeSearch />
      <div className={styles.tools}>
        {kind === 'tablet' ? <CreateButton isFloating={false} /> : null}
        {kind === 'phone' ? <SyncPill place="header" /> : <NoticesBell />}
        <Link
          href="/admin/profile"
          tone="plain"
          aria-label={session.image === null ? `Perfil (${initialsOf(fullName(session))})` : 'Perfil'}
          className={styles.photo}
        >
          <PersonAvatar person={session} size={kind === 'phone' ? 36 : 44} isSelf />
        </Link>
      </div>
    </header>
  );
});

/**
 * `quinta-feira, 19 de novembro de 2026 · Atualizado às 14:32`; without a connection only the time
 * of the data.
 */
function Freshness() {
  const { today, zone } = useProfile();
  const kind = useLayoutKind();
  const sync = useSyncState();
  const day = kind === 'phone' ? formatWeekday(today) : formatFullDay(today);
  const network = sync.connection.network;
  const fresh = freshnessText({ refreshedAtMs: sync.summary.refreshedAtMs, network }, { today, zone });
  const parts = network !== 'ok' && kind === 'phone' ? [fresh ?? day] : [day, fresh];
  const [first = day, second] = parts.filter((part) => part !== null);
  const [time, trouble] = (second ?? first).split(/(?= — )/);
  return (
    <p className={styles.day}>
      {second === undefined ? null : <span className={styles.before}>{`${first} · `}</span>}
      <span>{time}</span>
      {trouble === undefined ? null : <span className={styles.network}>{trouble}</span>}
    </p>
  );
}

function HomeSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const search = (words: string) => {
    if (words.trim() === '') void navigate({ to: '/admin/results' });
    else void navigate({ to: '/admin/results/$search', params: { search: words.trim() } });
  };
  return (
    <search className={styles.search} id="busca">
      <SearchField
        label={HOME.search}
        placeholder={HOME.searchPlaceholder}
        value={text}
        onChange={setText}
        onSubmit={search}
      />
    </search>
  );
}

type ReceivedList = { documents: readonly ListedDocument[] | undefined; isLater: boolean };

/**
 * "ÚLTIMOS QUE RECEBEU": the ten documents that reached the person last and of which they are a
 * current responsible (rule G6). `documents` is undefined until it is read, and while rows still
 * arrive that would move it. `isLater`: other rows are drawn first.
 */
function RecentList(received: ReceivedList) {
  return (
    <section aria-labelledby="recebidos" className={styles.below}>
      <div className={styles.sectionHead}>
        <SectionLabel id="recebidos">{HOME.received}</SectionLabel>
        <Link href="/admin/manage-documents" tone="action">
          {HOME.seeAll}
        </Link>
      </div>
      {received.isLater ? null : <Recent documents={received.documents} />}
    </section>
  );
}

function Recent({ documents }: Pick<ReceivedList, 'documents'>) {
  const kind = useLayoutKind();
  const { summary } = useSyncState();
  // `DrawnAtOnce` hides the whole home while this is shown.
  if (documents === undefined) return <div aria-busy="true" />;
  if (documents.length === 0) {
    return summary.refreshedAtMs === null ? (
      <EmptyState icon={CloudOff} title={NOT_ON_DEVICE} />
    ) : (
      <EmptyState icon={Inbox} title={HOME.nothingReceived}>
        {HOME.nothingNext}
      </EmptyState>
    );
  }
  if (kind === 'phone') {
    return (
      <ul className={styles.cards}>
        {documents.map((document) => (
          <DocumentCard key={document.key} document={document} />
        ))}
      </ul>
    );
  }
  return (
    <RowList label={HOME.received}>
      {documents.map((document) => (
        <DocumentRow key={document.key} document={document} />
      ))}
    </RowList>
  );
}

/**
 * The nearest deadline alert (rules G1–G3); undefined until it is read, and where there is none.
 * Dismissing it hides it until tomorrow, or until it turns red.
 */
function DeadlineBanner({ alert }: { alert: AlertRow | undefined }) {
  const { today, person } = useProfile();
  const facts = useDeviceFacts();
  if (facts === null) return <span hidden aria-busy="true" />;
  if (alert === undefined) return null;
  const userId = String(person.userId);
  const days = daysBetween(today, alert.limit_date);
  const mark = `${alert.id}:${today}:${isRed(days) ? 'red' : 'calm'}`;
  if (facts.alertDismissed[userId] === mark) return null;
  const dismiss = () => keepChoice(changeDeviceFacts({ alertDismissed: { ...facts.alertDismissed, [userId]: mark } }));
  return (
    <AlertBanner
      alert={alert}
      days={days}
      label="Aviso de prazo"
      tools={<IconButton icon={X} label={HOME.dismiss} onPress={dismiss} />}
    />
  );
}

function isRed(days: number): boolean {
  return toneOfDays(days) === 'danger';
}

/** Number of parts that are drawn after the first rows: the received documents, then the models. */
const TURNS = 2;

/** Stands for a part that is being read. `DrawnAtOnce` hides the home while one is shown. */
const READING = <div aria-busy="true" />;

/** "Continuar rascunho" (rule C16). Its code is loaded only where there is a draft. */
const NewestDraft = lazyPart(async () => (await import('./newest-draft.tsx')).NewestDraft, {
  meanwhile: READING,
  isHelper: true,
});
/** What an empty town hall needs first. */
const FirstSteps = lazyPart(async () => (await import('./first-steps.tsx')).FirstSteps, {
  meanwhile: READING,
  isHelper: true,
});
/** A tenant with more documents than this gets no first steps (S241). */
const FIRST_DOCUMENTS = 10;

const CountedNote = lazyPart(async () => (await import('./counted-note.tsx')).CountedNote, { isHelper: true });

/**
 * The home answers "what waits for us": greeting, one banner, six numbers, the sector's week, then
 * what came last.
 */
export function HomeScreen() {
  const home = useHome();
  const kind = useLayoutKind();
  // The frame and the header are painted before the parts that have no data yet (S144).
  const isWhole = useDeferredValue(true, false);
  // With the first steps on screen the floating button is left out. It would cover their links, and
  // the last step leads to the same form.
  const [hasSteps, setSteps] = useState(false);
  return (
    <div className={styles.home}>
      <HomeHeader />
      <div ref={holdInvitation} className={styles.invitation} />
      <DrawnAtOnce>{isWhole ? <Parts home={home} hasSteps={hasSteps} onSteps={setSteps} /> : READING}</DrawnAtOnce>
      {isWhole && kind !== 'tablet' && !hasSteps ? <CreateButton isFloating /> : null}
    </div>
  );
}

/**
 * The parts of the home, drawn from one answer of the mirror. The numbers and the first rows come
 * together; the received documents and the models follow, each after a paint. A row is drawn again
 * only when its own object changes.
 */
function Parts(props: { home: ReturnType<typeof useHome>; hasSteps: boolean; onSteps: (isShown: boolean) => void }) {
  const { home, hasSteps, onSteps } = props;
  const { connection } = useSyncState();
  // During the first walk rows still arrive and would move the others, so none is shown while there
  // is a connection.
  const shown = home?.hasCopy === false && !connection.isOffline ? undefined : home;
  const drawn = useInTurns(shown !== undefined, TURNS);
  const { person } = useProfile();
  const { ink, pencil } = shown?.counts.sent ?? { ink: Infinity, pencil: 0 };
  const isNew = person.superAdmin && shown?.hasCopy === true && ink + pencil <= FIRST_DOCUMENTS;
  const isBare = ink + pencil === 0 && home?.drafts === 0;
  return (
    <>
      <DeadlineBanner alert={home?.alert} />
      {isNew ? <FirstSteps sent={{ ink, pencil }} onShown={onSteps} /> : null}
      {isNew && isBare && hasSteps ? null : <Lists home={home} shown={shown} drawn={drawn} />}
    </>
  );
}

type ListsProps = {
  readonly home: ReturnType<typeof useHome>;
  /** The data of the home once its rows no longer move; undefined until then. */
  readonly shown: ReturnType<typeof useHome>;
  /** How many of the later parts are drawn. */
  readonly drawn: number;
};

function Lists({ home, shown, drawn }: ListsProps) {
  const isBounded = home?.isBounded === true;
  const isDesktop = useLayoutKind() === 'desktop';
  // Without rows in the week, the received documents are the first rows and are drawn at once.
  const hasWeek = shown !== undefined && shown.week.overdueCount + shown.week.dueCount > 0;
  const draft = home?.drafts ? (
    <div className={styles.draft}>
      <NewestDraft />
    </div>
  ) : null;
  return (
    <>
      <StatusTiles counts={home?.counts} isBounded={isBounded} />
      {isBounded ? <CountedNote /> : null}
      {isDesktop ? null : draft}
      <div className={styles.columns}>
        <div className={styles.main}>
          <WeekList week={home?.week} />
          <RecentList documents={shown?.recent} isLater={hasWeek && drawn === 0} />
        </div>
        <div className={styles.side}>
          {isDesktop ? draft : null}
          {drawn === TURNS ? <ModelCarousels /> : null}
        </div>
      </div>
    </>
  );
}
