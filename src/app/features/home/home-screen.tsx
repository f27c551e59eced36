import { countDocuments } from '#mirror/questions/count-documents.ts';
import { readMeta } from '#mirror/store/meta.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { CreateButton } from '../../shared/screen/create-button.tsx';
import { lazyHelper } from '../../shared/screen/lazy-helper.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useLive } from '../../profile/use-live.ts';
import { DeadlineBanner } from './deadline-banner.tsx';
import { DraftCard } from './draft-card.tsx';
import { DrawnAtOnce } from './drawn-at-once.tsx';
import { HomeHeader } from './home-header.tsx';
import styles from './home-screen.module.css';
import { ModelCarousels } from './model-carousels.tsx';
import { RecentList } from './recent-list.tsx';
import { StatusTiles } from './status-tiles.tsx';
import { WeekList } from './week-list.tsx';

const CountedNote = lazyHelper(async () => (await import('./counted-note.tsx')).CountedNote);

/** The home answers "what waits for us": greeting, one banner, six numbers, the sector's week, then what came last. */
export function HomeScreen({ onPreview }: { onPreview: (modelId: number) => void }) {
  const { mirror } = useProfile();
  const isDesktop = useLayoutKind() === 'desktop';
  const isBounded = useLiveQuery(async () => (await readMeta(mirror, 'cursor'))?.bounded !== undefined, [mirror]);
  return (
    <div className={styles.home}>
      <HomeHeader />
      <DrawnAtOnce>
        <DeadlineBanner />
        <CountedTiles isBounded={isBounded === true} />
        {isBounded ? <CountedNote /> : null}
        {isDesktop ? null : <DraftCard />}
        <div className={styles.columns}>
          <div className={styles.main}>
            <WeekList />
            <RecentList />
          </div>
          <ModelCarousels onPreview={onPreview} lead={isDesktop ? <DraftCard /> : null} />
        </div>
      </DrawnAtOnce>
      <CreateButton />
    </div>
  );
}

function CountedTiles({ isBounded }: { isBounded: boolean }) {
  const { mirror, today } = useProfile();
  const counts = useLive(() => countDocuments(mirror, { today }), [mirror, today]);
  return <StatusTiles counts={counts} isBounded={isBounded} />;
}
