import { classNames } from '../base/class-names.ts';
import styles from './progress-line.module.css';

/**
 * A thin bar; `value` is 0 to 100. Without a value it only shows that something is going on. With
 * `isEdge` it lies on a card's bottom edge.
 */
export function ProgressLine(props: { label: string; value?: number | undefined; isEdge?: boolean | undefined }) {
  const { label, value, isEdge } = props;
  const known = value === undefined ? undefined : Math.round(Math.min(100, Math.max(0, value)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known}
      className={classNames(styles.track, isEdge && styles.edge)}
    >
      <div
        className={classNames(styles.bar, known === undefined && styles.unknown)}
        style={{ transform: `scaleX(${(known ?? 30) / 100})` }}
      />
    </div>
  );
}
