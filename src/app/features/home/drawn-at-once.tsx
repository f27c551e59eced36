import { SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import type { ReactNode } from 'react';
import styles from './drawn-at-once.module.css';

/**
 * Draws its parts when the last of them has its data, so that none pushes the others down. Until
 * then grey blocks are shown. A part that still reads has an element with `aria-busy="true"`.
 */
export function DrawnAtOnce({ children }: { children: ReactNode }) {
  return (
    <div className={styles.stage}>
      <div className={styles.parts}>{children}</div>
      <div className={styles.waiting} aria-hidden>
        <SkeletonBlock height={66} />
        <SkeletonBlock height={120} />
        <SkeletonBlock height={360} />
      </div>
    </div>
  );
}
