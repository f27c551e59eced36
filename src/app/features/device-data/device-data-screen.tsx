import { deviceData } from '#mirror/questions/device-data.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { browserName } from '../../device/browser-name.ts';
import { useStorageFacts } from '../../device/storage-facts.ts';
import { useProfile } from '../../profile/profile.tsx';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { APP_VERSION, DEVICE } from '../../text/frame/device-data.ts';
import { DeviceFactsList } from './device-facts-list.tsx';
import styles from './device-data.module.css';
import { EraseCard } from './erase-card.tsx';
import { KindsCard } from './kinds-card.tsx';
import { RecordCard } from './record-card.tsx';
import { SharedCard } from './shared-card.tsx';
import { SyncLogCard } from './sync-log-card.tsx';

/** What this device keeps and why, how to erase it, and what the support may be shown. */
export function DeviceDataScreen() {
  const { mirror } = useProfile();
  const data = useLiveQuery(() => deviceData(mirror), [mirror]);
  const storage = useStorageFacts(data);
  return (
    <div className={styles.screen}>
      <ScreenHeader
        title={DEVICE.title}
        meta={`${browserName()} · Malote, versão ${APP_VERSION}`}
        backHref="/admin/profile"
      />
      {data === undefined || storage === null ? (
        <SkeletonRows label={DEVICE.loading} count={5} />
      ) : (
        <div className={styles.columns}>
          <div className={styles.cards}>
            <KindsCard data={data} usedBytes={storage.usedBytes} quotaBytes={storage.quotaBytes} />
            <EraseCard own={data.own} />
            <SharedCard isConfirmed={data.isConfirmed} />
            <RecordCard storage={storage} />
            <SyncLogCard />
          </div>
          <DeviceFactsList data={data} storage={storage} />
        </div>
      )}
    </div>
  );
}
