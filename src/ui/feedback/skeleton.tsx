import styles from './skeleton.module.css';
import { VisuallyHidden } from '../base/visually-hidden.tsx';

/**
 * Placeholder rows of the real height, while the device has no data yet. They become visible after
 * 300 ms only, so that quick answers don't blink. Screen readers hear `label`: "Carregando
 * documentos".
 */
export function SkeletonRows({ label, count = 5 }: { label: string; count?: number }) {
  return (
    <div className={styles.rows} aria-busy="true" role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.row} aria-hidden>
          <span className={styles.mark} />
          <span className={styles.words}>
            <span className={styles.title} />
            <span className={styles.meta} />
          </span>
          <span className={styles.due} />
          <span className={styles.stamp} />
        </div>
      ))}
    </div>
  );
}

/**
 * One grey placeholder block; `width` and `height` in pixels, a `width` of `null` fills the line.
 */
export function SkeletonBlock({ width = null, height = 20 }: { width?: number | null; height?: number }) {
  return <span className={styles.block} style={{ width: width ?? '100%', height }} aria-hidden />;
}
