// Slips stand in a root of their own beside the application: what is printed is the slips, and
// nothing of the screen.

import type { Slip } from '#contract/import.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { encode } from 'uqr';
import { formatStamp, fullName } from '../../text/words/format.ts';
import { IMPORT } from '../../text/manage/users.ts';
import styles from './print-slips.module.css';

type Facts = { readonly tenant: string; readonly here: Parameters<typeof formatStamp>[1] };

/** Prints one slip for each person. Nothing of them stays on the device. */
export async function printSlips(slips: readonly Slip[], facts: Facts): Promise<void> {
  if (slips.length === 0) return;
  const place = document.createElement('div');
  place.className = styles.slips ?? '';
  document.body.append(place);
  const root = createRoot(place);
  flushSync(() => root.render(slips.map((slip) => <SlipPaper key={slip.id} slip={slip} facts={facts} />)));
  const takeAway = () => {
    root.unmount();
    place.remove();
  };
  await document.fonts.ready;
  // Some phones open the dialog and return at once. The slips stay until the dialog is closed.
  window.addEventListener('afterprint', takeAway, { once: true });
  window.print();
}

function SlipPaper({ slip, facts }: { slip: Slip; facts: Facts }) {
  const address = window.location.origin + slip.path;
  const { data, size } = encode(address, { ecc: 'M', border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <article className={styles.slip} translate="no">
      <svg viewBox={`0 0 ${size} ${size}`} className={styles.qr} aria-hidden shapeRendering="crispEdges">
        <path d={squares.join('')} />
      </svg>
      <div className={styles.words}>
        <p>{`${IMPORT.slipTitle} · ${facts.tenant}`}</p>
        <h2>{fullName(slip)}</h2>
        <p>{slip.sector}</p>
        <p>{IMPORT.slipHow}</p>
        <p className={styles.address}>{address}</p>
        <p>
          {IMPORT.slipEmail}: <b>{slip.email}</b>
        </p>
        <p>
          {IMPORT.slipCode}: <b>{slip.code}</b>
        </p>
        <p>{IMPORT.slipUntil(formatStamp(slip.expires_at, facts.here))}</p>
      </div>
    </article>
  );
}
