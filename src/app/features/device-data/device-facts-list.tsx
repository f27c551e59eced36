import { VERSION } from '#contract/version.ts';
import type { DeviceData } from '#mirror/questions/device-data.ts';
import { Button } from '#ui/actions/button.tsx';
import type { IconType } from '#ui/base/icon.ts';
import { useWatched } from '#ui/base/watched-value.ts';
import {
  CloudCheck,
  Clock,
  Database,
  Eye,
  HardDrive,
  Info,
  ShieldCheck,
  Tablet,
  User,
  Users,
  WifiOff,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ShellState } from '#contract/worker-messages.ts';
import { mendShell } from '../../online/worker-registration.ts';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { readStorageFacts, type StorageFacts } from '../../device/storage-facts.ts';
import { sharedDevice } from '../../device/shared-device.ts';
import { useProfile, useNow } from '../../profile/profile.tsx';
import {
  agoText,
  clockText,
  copyDoneText,
  DEVICE,
  opensText,
  SHARED_DEVICE,
  tabletName,
} from '../../text/frame/device-data.ts';
import { formatMoment, formatSize } from '../../text/words/format.ts';
import styles from './device-facts-list.module.css';

type Fact = { icon: IconType; name: string; word: string; meaning: ReactNode };

/**
 * Facts about this device, each with a line that says what it means. On a shared tablet the fact
 * about protected storage is left out (S95).
 */
export function DeviceFactsList({ data, storage }: { data: DeviceData; storage: StorageFacts }) {
  const here = useProfile();
  const now = useNow();
  const shared = useWatched(sharedDevice);
  const isShared = shared !== null;
  const { refreshedAtMs } = data;
  const clock = clockText(data.clockOffsetMs);
  const { usedBytes, quotaBytes } = storage;
  const facts: readonly Fact[] = [
    {
      icon: CloudCheck,
      name: DEVICE.contact,
      word: refreshedAtMs === null ? DEVICE.noContact : formatMoment(refreshedAtMs, here),
      meaning: refreshedAtMs === null ? null : agoText(now - refreshedAtMs),
    },
    {
      icon: Database,
      name: DEVICE.copy,
      ...copyFact(data),
    },
    {
      icon: HardDrive,
      name: DEVICE.free,
      word: usedBytes === null || quotaBytes === null ? DEVICE.unknown : formatSize(quotaBytes - usedBytes),
      meaning: DEVICE.freeMeaning,
    },
    ...(data.isConfirmed
      ? []
      : [{ icon: Eye, name: DEVICE.receipts, word: DEVICE.receiptsNone, meaning: DEVICE.receiptsNoneMeaning }]),
    { icon: Clock, name: DEVICE.clock, ...clock },
    { icon: isShared ? Users : User, name: SHARED_DEVICE.kind, ...SHARED_DEVICE.kinds[isShared ? 'shared' : 'own'] },
    ...(shared === null ? [] : [{ icon: Tablet, name: SHARED_DEVICE.name, word: tabletName(shared), meaning: null }]),
    { icon: Info, name: DEVICE.version, word: `Malote ${VERSION}`, meaning: null },
  ];
  const [contact, copy, ...others] = facts;
  return (
    <section className={styles.facts} aria-label={DEVICE.facts}>
      <dl>
        {[contact, copy].map((fact) => (fact === undefined ? null : <FactRow key={fact.name} {...fact} />))}
        <OpensOffline />
        {isShared ? null : <Protection isPersisted={storage.isPersisted} />}
        {others.map((fact) => (
          <FactRow key={fact.name} {...fact} />
        ))}
      </dl>
    </section>
  );
}

/**
 * The fact about the copy of the documents. From a server without a feed the copy is never
 * complete, because its lists are walked again and again (S106).
 */
function copyFact({ isComplete, isConfirmed, documents, cover }: DeviceData): Pick<Fact, 'word' | 'meaning'> {
  if (!isComplete && !isConfirmed) return { word: DEVICE.copyRead, meaning: DEVICE.copyReadMeaning };
  if (!isComplete) return { word: DEVICE.copyOn, meaning: DEVICE.copyOnMeaning };
  const meaning = cover === null ? DEVICE.copyDone : copyDoneText(cover);
  return { word: `completa: ${documents.count}`, meaning };
}

/**
 * Whether the application opens without a network. When the screen opens, this compares the
 * worker's files with those of the build, and fetches those that are missing.
 */
function OpensOffline() {
  const [state, setState] = useState<ShellState | null | 'asked'>('asked');
  const { isOffline } = useConnection();
  useEffect(() => {
    let isCurrent = true;
    void mendShell().then(
      (answer) => {
        if (isCurrent) setState(answer);
      },
      () => {
        if (isCurrent) setState(null);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isOffline]);
  return <FactRow icon={WifiOff} name={DEVICE.opens} {...opensText(state)} />;
}

function FactRow({ icon: Icon, name, word, meaning }: Fact) {
  return (
    <div className={styles.fact}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <dt>{name}</dt>
      <dd className={styles.word}>{word}</dd>
      {meaning === null ? null : <dd className={styles.meaning}>{meaning}</dd>}
    </div>
  );
}

/**
 * Whether the browser may clear the data by itself. The person asks it for protection by a button.
 */
function Protection({ isPersisted }: { isPersisted: boolean | null }) {
  const [asked, setAsked] = useState<boolean | null>(null);
  const state = asked ?? isPersisted;
  const { word, meaning } = DEVICE.persisted[state === null ? 'unknown' : state ? 'yes' : 'no'];
  const protect = async () => {
    await navigator.storage.persist();
    setAsked((await readStorageFacts()).isPersisted);
  };
  return (
    <FactRow
      icon={ShieldCheck}
      name={DEVICE.protection}
      word={word}
      meaning={
        <>
          <span>{meaning}</span>
          {state === false ? (
            <>
              {' '}
              <Button variant="quiet" size="sm" onPress={() => void protect()}>
                {DEVICE.protect}
              </Button>
            </>
          ) : null}
        </>
      }
    />
  );
}
