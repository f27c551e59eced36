import { encode } from 'uqr';
import styles from './check-receipt.module.css';

/** What only paper has: the code, and a QR code that leads to its check. The code stands behind `#`, which no server sees. */
export function ReceiptPaper({ code }: { code: string }) {
  const address = `${window.location.origin}/conferir#${code}`;
  const { data, size } = encode(address, { ecc: 'L', border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <div className={styles.paper}>
      <svg viewBox={`0 0 ${size} ${size}`} className={styles.qr} aria-hidden shapeRendering="crispEdges">
        <path d={squares.join('')} />
      </svg>
      <p>{`Para conferir: ${window.location.origin}/conferir`}</p>
      <p className={styles.code}>{code}</p>
    </div>
  );
}
