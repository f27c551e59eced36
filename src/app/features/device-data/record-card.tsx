import { supportRecord } from '#mirror/questions/support-record.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FileCheck, Share2 } from 'lucide-react';
import { useState } from 'react';
import { shareFile } from '../../device/save-file.ts';
import type { StorageFacts } from '../../device/storage-facts.ts';
import { useProfile } from '../../profile/profile.tsx';
import { APP_VERSION, DEVICE } from '../../text/frame/device-data.ts';
import { Card } from './card.tsx';
import styles from './device-data.module.css';

/** The record for the support: it says what it holds, and can be read before it is shared. */
export function RecordCard({ storage }: { storage: StorageFacts }) {
  const { mirror, now } = useProfile();
  const [text, setText] = useState<string | null>(null);
  const write = async () =>
    JSON.stringify(
      {
        malote: APP_VERSION,
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
