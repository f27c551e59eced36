import { trimCache } from '#mirror/keep/cached-files.ts';
import type { DeviceData } from '#mirror/questions/device-data.ts';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { classNames } from '#ui/base/class-names.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { type ReactNode, useState } from 'react';
import { keepChoice } from '../../device/keep-choice.ts';
import { useProfile } from '../../profile/profile.tsx';
import { attachmentsWhy, DEVICE, documentsWhy, ownWhy } from '../../text/frame/device-data.ts';
import { formatSize } from '../../text/words/format.ts';
import styles from './device-data.module.css';

/**
 * One bar of all that is kept, and a row for each kind: what, why, how much, and what can be done.
 */
export function KindsCard(props: { data: DeviceData; usedBytes: number | null; quotaBytes: number | null }) {
  const { data, usedBytes, quotaBytes } = props;
  const { kinds, total } = kindsOf(data, usedBytes);
  const why: Record<KindName, readonly [what: string, why: string]> = {
    attachments: [DEVICE.attachments, attachmentsWhy(data.attachments.count, data.attachments.pinnedDocuments)],
    app: [DEVICE.app, DEVICE.appWhy],
    documents: [DEVICE.documents, documentsWhy(data.documents.count, { isBounded: data.cover !== null })],
    reference: [DEVICE.reference, DEVICE.referenceWhy],
    own: [DEVICE.own, ownWhy(data.own)],
  };
  const acts: Partial<Record<KindName, ReactNode>> = {
    attachments: <ClearAttachments isEmpty={data.attachments.count === 0} />,
    own: (
      <Link href="/admin/outbox" tone="action">
        {DEVICE.see}
      </Link>
    ),
  };
  return (
    <section className={styles.card}>
      <div className={styles.sum}>
        <p>
          <b className={styles.total}>{formatSize(total)}</b> {DEVICE.total}
        </p>
        {quotaBytes === null ? null : (
          <p className={styles.meaning}>{`de ${formatSize(quotaBytes)} que o navegador reserva`}</p>
        )}
      </div>
      <Bar kinds={kinds} total={total} />
      <ul>
        {kinds.map(({ name, bytes }) => (
          <li key={name} className={classNames(styles.kind, name === 'own' && styles.ownKind)}>
            <span className={classNames(styles.sample, styles[name])} aria-hidden />
            <span className={styles.words}>
              <b className={styles.what}>{why[name][0]}</b>
              <span className={styles.meaning}>{why[name][1]}</span>
            </span>
            <b className={styles.size}>{formatSize(bytes)}</b>
            <span className={styles.act}>{acts[name]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The bar is hidden from screen readers, because the list below says the same in numbers. */
function Bar({ kinds, total }: { kinds: readonly Kind[]; total: number }) {
  const share = (bytes: number) => (total === 0 ? 0 : (bytes / total) * 100);
  return (
    <svg className={styles.bar} viewBox="0 0 100 28" preserveAspectRatio="none" aria-hidden>
      {kinds.map(({ name, bytes, beforeBytes }) => (
        <rect key={name} className={styles[name]} x={share(beforeBytes)} width={share(bytes)} y={0} height={28} />
      ))}
    </svg>
  );
}

function ClearAttachments({ isEmpty }: { isEmpty: boolean }) {
  const { mirror } = useProfile();
  const [isAsking, setAsking] = useState(false);
  const clear = async () => {
    await trimCache(mirror, 0);
    notify({ title: DEVICE.cleared });
  };
  return (
    <>
      <Button variant="quiet" size="sm" isDisabled={isEmpty} onPress={() => setAsking(true)}>
        {DEVICE.clear}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={DEVICE.clearAsk}
        confirmLabel={DEVICE.clear}
        onConfirm={() => keepChoice(clear())}
      >
        {DEVICE.clearMeaning}
      </ConfirmDialog>
    </>
  );
}

type KindName = 'attachments' | 'app' | 'documents' | 'reference' | 'own';
/** `beforeBytes`: the sum of the kinds before it, where its part of the bar begins. */
type Kind = { readonly name: KindName; readonly bytes: number; readonly beforeBytes: number };

/**
 * The five kinds of data in the order of the list, and their sum. Bytes that the browser counts
 * beyond the rows and files of the mirror belong to `app`. Where the browser does not count, `app`
 * has 0.
 */
export function kindsOf(data: DeviceData, usedBytes: number | null): { kinds: readonly Kind[]; total: number } {
  const mirrored = data.attachments.bytes + data.documents.bytes + data.reference.bytes + data.own.bytes;
  const sizes: readonly (readonly [KindName, number])[] = [
    ['attachments', data.attachments.bytes],
    ['app', Math.max(0, (usedBytes ?? 0) - mirrored)],
    ['documents', data.documents.bytes],
    ['reference', data.reference.bytes],
    ['own', data.own.bytes],
  ];
  let total = 0;
  const kinds = sizes.map(([name, bytes]) => {
    const kind = { name, bytes, beforeBytes: total };
    total += bytes;
    return kind;
  });
  return { kinds, total };
}
