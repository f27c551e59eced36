import { VERSION } from '#contract/version.ts';
import { endUndoNow } from '#commands/outbox/undo-commands.ts';
import { deviceData, type DeviceData } from '#mirror/questions/device-data.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { useStorageFacts, type StorageFacts } from '../../device/storage-facts.ts';
import { useProfile } from '../../profile/profile.tsx';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { DEVICE, eventText, SYNC_LOG, onlyHere, sendNow } from '../../text/frame/device-data.ts';
import { DeviceFactsList } from './device-facts-list.tsx';
import styles from './device-data.module.css';
import { KindsCard } from './kinds-card.tsx';
import { SharedCard } from './shared-card.tsx';
import { supportRecord } from '#mirror/questions/support-record.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FileCheck, Share2, NotebookPen, Clock, CloudOff, RotateCw, Send, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { shareFile } from '../../device/save-file.ts';
import { Card } from './card.tsx';
import { switchSyncLog, syncLogOf } from '#mirror/keep/sync-log.ts';
import type { KeptEvent } from '#mirror/store/rows.ts';
import { Switch } from '#ui/fields/switch.tsx';
import { keepChoice } from '../../device/keep-choice.ts';
import { formatMoment } from '../../text/words/format.ts';
import { useLogout } from '../../leaving/use-logout.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { useWatched } from '#ui/base/watched-value.ts';
import { chooseUndo, undoChoice } from '../../device/undo-choice.ts';
import { UNDO } from '../../text/sending/undo.ts';

/** What this device keeps and why, how to erase it, and what the support may be shown. */
export function DeviceDataScreen() {
  const { mirror } = useProfile();
  const data = useLiveQuery(() => deviceData(mirror), [mirror]);
  const storage = useStorageFacts(data);
  return (
    <div className={styles.screen}>
      <ScreenHeader
        title={DEVICE.title}
        meta={`${browserName()} · Malote, versão ${VERSION}`}
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
            <UndoCard />
            <RecordCard storage={storage} />
            <SyncLogCard />
          </div>
          <DeviceFactsList data={data} storage={storage} />
        </div>
      )}
    </div>
  );
}

/**
 * The record for the support: the card says what it contains, and it can be read before it is
 * shared.
 */
function RecordCard({ storage }: { storage: StorageFacts }) {
  const { mirror, now } = useProfile();
  const [text, setText] = useState<string | null>(null);
  const write = async () =>
    JSON.stringify(
      {
        malote: VERSION,
        writtenAt: new Date(now()).toISOString(),
        browser: navigator.userAgent,
        storage,
        ...(await supportRecord(mirror)),
      },
      null,
      2,
    );
  const share = async () => {
    await shareFile(new Blob([await write()], { type: 'text/plain' }), 'malote-registro.txt');
  };
  return (
    <Card id="registro" icon={FileCheck} title={DEVICE.record}>
      <div className={styles.record}>
        <p className={styles.meaning}>{DEVICE.recordWhat}</p>
        <div className={styles.ways}>
          <Button variant="quiet" onPress={() => void write().then(setText)}>
            {DEVICE.read}
          </Button>
          <Button icon={Share2} onPress={() => void share()}>
            {DEVICE.share}
          </Button>
        </div>
      </div>
      <Dialog isOpen={text !== null} onClose={() => setText(null)} title={DEVICE.record} size="lg">
        <pre className={styles.text}>{text}</pre>
      </Dialog>
    </Card>
  );
}

/** How many events the card shows; the record for the support has all. */
const SHOWN = 30;

/**
 * Lets a person see what sync does on this device. The page and the worker write to the same log.
 */
function SyncLogCard() {
  const { mirror } = useProfile();
  const log = useLiveQuery(() => syncLogOf(mirror), [mirror]);
  if (log === undefined) return null;
  const { isOn, faults, events } = log;
  return (
    <Card id="diario" icon={NotebookPen} title={SYNC_LOG.title}>
      <p className={styles.meaning}>{SYNC_LOG.what}</p>
      <Switch isSelected={isOn} onChange={(on) => keepChoice(switchSyncLog(mirror, on))}>
        {SYNC_LOG.isOn}
      </Switch>
      <Events title={SYNC_LOG.faults} events={faults} />
      <Events title={SYNC_LOG.events} events={events} />
      {isOn && events.length === 0 ? <p className={styles.meaning}>{SYNC_LOG.empty}</p> : null}
    </Card>
  );
}

function Events({ title, events }: { title: string; events: readonly KeptEvent[] }) {
  const { today, zone } = useProfile();
  if (events.length === 0) return null;
  return (
    <section className={styles.logged} aria-label={title}>
      <h3>{title}</h3>
      <ol className={styles.log} aria-label={title}>
        {events
          .slice(-SHOWN)
          .toReversed()
          .map((event, at) => (
            <li key={events.length - at}>
              <time dateTime={new Date(event.atMs).toISOString()}>{formatMoment(event.atMs, { today, zone })}</time>
              <span>{eventText(event)}</span>
            </li>
          ))}
      </ol>
    </section>
  );
}

/**
 * Leaving with everything erased: the card names the consequences and the unsent work, and asks
 * before it erases.
 */
function EraseCard({ own }: { own: DeviceData['own'] }) {
  const { sync, commandContext } = useProfile();
  const { isOffline } = useConnection();
  const logout = useLogout();
  const hasOwn = own.unsent + own.drafts > 0;
  return (
    <Card id="apagar" icon={Trash2} tone="danger" title={DEVICE.erase}>
      <div className={styles.erase}>
        <ul className={styles.consequences}>
          <li>
            <RotateCw size={18} strokeWidth={1.75} aria-hidden />
            {DEVICE.eraseBack}
          </li>
          <li>
            <CloudOff size={18} strokeWidth={1.75} aria-hidden />
            {DEVICE.eraseUntil}
          </li>
        </ul>
        {hasOwn ? (
          <div className={styles.onlyHere}>
            <Clock size={18} strokeWidth={1.75} aria-hidden />
            <p>
              <b>{onlyHere(own)}</b>
              <br />
              {DEVICE.eraseChoice}
            </p>
          </div>
        ) : null}
      </div>
      <div className={styles.ways}>
        <span className={styles.erases}>
          <Button onPress={logout.ask}>{DEVICE.eraseNow}</Button>
        </span>
        {own.unsent > 0 && !isOffline ? (
          <Button
            variant="quiet"
            icon={Send}
            onPress={() => void endUndoNow(commandContext).then(sync.drainNow, sync.drainNow)}
          >
            {sendNow(own.unsent)}
          </Button>
        ) : null}
      </div>
      {logout.dialog}
    </Card>
  );
}

// The browser in words that its user knows; for reading only, nothing is decided by it.

const NAMES: readonly (readonly [mark: RegExp, name: string])[] = [
  [/Edg/u, 'Edge'],
  [/OPR/u, 'Opera'],
  [/SamsungBrowser/u, 'Samsung Internet'],
  [/Firefox|FxiOS/u, 'Firefox'],
  [/Chrome|CriOS/u, 'Chrome'],
  [/Safari/u, 'Safari'],
];

/** `Chrome neste computador`, `Safari neste celular`. */
function browserName(agent = navigator.userAgent): string {
  const [, name = 'Navegador'] = NAMES.find(([mark]) => mark.test(agent)) ?? [];
  return `${name} neste ${/Mobi|Android|iPhone|iPad/u.test(agent) ? 'celular ou tablet' : 'computador'}`;
}

/** The switch for the undo time of acts on this device, which is six seconds (S221). */
function UndoCard() {
  const isOn = useWatched(undoChoice);
  return (
    <Card id="desfazer" icon={Undo2} title={UNDO.title}>
      <Switch isSelected={isOn} onChange={chooseUndo}>
        {UNDO.switch}
      </Switch>
      <p className={styles.meaning}>{UNDO.meaning}</p>
    </Card>
  );
}
