import { countDocuments } from '#mirror/questions/count-documents.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { CreateButton } from '../../shared/screen/create-button.tsx';
import { DeadlineBanner } from './deadline-banner.tsx';
import { DrawnAtOnce } from './drawn-at-once.tsx';
import { HomeHeader } from './home-header.tsx';
import styles from './home-screen.module.css';
import { ModelCarousels } from './model-carousels.tsx';
import { RecentList } from './recent-list.tsx';
import { StatusTiles } from './status-tiles.tsx';

/** The home answers "what waits for me": greeting, one banner, six numbers, the list. */
export function HomeScreen({ onPreview }: { onPreview: (modelId: number) => void }) {
  const { mirror, today } = useProfile();
  const counts = useLiveQuery(() => countDocuments(mirror, { today }), [mirror, today]);
  return (
    <div className={styles.home}>
      <HomeHeader />
      <DrawnAtOnce>
        <DeadlineBanner />
        <StatusTiles counts={counts} />
        <div className={styles.columns}>
          <RecentList />
          <ModelCarousels onPreview={onPreview} />
        </div>
      </DrawnAtOnce>
      <CreateButton />
    </div>
  );
}
