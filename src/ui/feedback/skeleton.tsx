import styles from './skeleton.module.css';
import { VisuallyHidden } from '../base/visually-hidden.tsx';

/**
 * Rows of the real height while there is no local data. Seen after 300 ms only, so that quick answers don't blink;
 * `label` is what a screen reader hears: "Carregando documentos".
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

/** One grey block in the place of something not yet there; `width` and `height` in pixels, `null` fills the line. */
export function SkeletonBlock({ width = null, height = 20 }: { width?: number | null; height?: number }) {
  return <span className={styles.block} style={{ width: width ?? '100%', height }} aria-hidden />;
}
