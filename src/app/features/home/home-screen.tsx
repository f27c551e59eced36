import { lazyPart } from '#ui/base/lazy-part.tsx';
import { useInTurns } from '#ui/base/after-paint.ts';
import { useDeferredValue } from 'react';
import { CreateButton } from '../../shared/screen/create-button.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { DeadlineBanner } from './deadline-banner.tsx';
import { DrawnAtOnce } from './drawn-at-once.tsx';
import { HomeHeader } from './home-header.tsx';
import styles from './home-screen.module.css';
import { ModelCarousels } from './model-carousels.tsx';
import { RecentList } from './recent-list.tsx';
import { StatusTiles } from './status-tiles.tsx';
import { useHome } from './use-home.ts';
import { WeekList } from './week-list.tsx';

/** What is drawn after the first rows: the received documents, then the models. */
const TURNS = 2;

/** The home is drawn once nothing of it reads any more (drawn-at-once.tsx). */
const READING = <div aria-busy="true" />;

/** "Continuar rascunho" (rule C16). Its code is loaded only where there is a draft. */
const NewestDraft = lazyPart(async () => (await import('./newest-draft.tsx')).NewestDraft, {
  meanwhile: READING,
  isHelper: true,
});
const CountedNote = lazyPart(async () => (await import('./counted-note.tsx')).CountedNote, { isHelper: true });

/** The home answers "what waits for us": greeting, one banner, six numbers, the sector's week, then what came last. */
export function HomeScreen() {
  const home = useHome();
  // The frame and the header are on the screen before what has nothing to show yet (S144).
  const isWhole = useDeferredValue(true, false);
  return (
    <div className={styles.home}>
      <HomeHeader />
      <DrawnAtOnce>{isWhole ? <Parts home={home} /> : READING}</DrawnAtOnce>
      {isWhole ? <CreateButton /> : null}
    </div>
  );
}

/**
 * Drawn from one answer: the numbers and the first rows together, what was received and the models each after a paint. Rows are
 * drawn again for another object of their own alone.
 */
function Parts({ home }: { home: ReturnType<typeof useHome> }) {
  const { connection } = useSyncState();
  // The rows that are here may not stay.
  const shown = home?.hasCopy === false && !connection.isOffline ? undefined : home;
  const drawn = useInTurns(shown !== undefined, TURNS);
  // Where the week has no rows, the first ones are those that were received.
  const hasWeek = shown !== undefined && shown.week.overdueCount + shown.week.dueCount > 0;
  const isBounded = home?.isBounded === true;
  const isDesktop = useLayoutKind() === 'desktop';
  const draft = home?.drafts ? (
    <div className={styles.draft}>
      <NewestDraft />
    </div>
  ) : null;
  return (
    <>
      <DeadlineBanner alert={home?.alert} />
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
