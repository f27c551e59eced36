import { classNames } from '../base/class-names.ts';
import styles from './spine.module.css';

/**
 * Patterns of the lombada, the spine at the left edge (src/ui/look.md, look 2): the six states of a
 * document, and what exists only on this device.
 */
export type SpineTone = 'sent' | 'pending' | 'under_review' | 'extended' | 'overdue' | 'completed' | 'local';

/**
 * The class that draws the lombada on the left edge of an element: a card, a row, or in tables the
 * first cell. It is always a border and never a background, because backgrounds vanish in forced
 * colours and in print. `none`: a thin grey line, for a tile whose number is 0.
 */
export function spineClass(tone: SpineTone | 'none'): string {
  return classNames(styles.spine, styles[tone]);
}
