import { type ImportReport, LINE_RESULTS, type LineResult } from '#contract/import.ts';
import { classNames } from '#ui/base/class-names.ts';
import type { IconType } from '#ui/base/icon.ts';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { type SpineTone, spineClass } from '#ui/document-look/spine.ts';
import { Check, CircleAlert, Equal, Plus, Replace } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { countsText, IMPORT } from '../../text/manage/users.ts';
import styles from './import-steps.module.css';

/** The three steps on the thread: those done, the present one, and in pencil those to come. */
export function ImportSteps({ at }: { at: number }) {
  return (
    <ol className={styles.steps} aria-label={IMPORT.stepsLabel}>
      {IMPORT.steps.map((name, place) => (
        <li
          key={name}
          className={classNames(styles.station, place > at && styles.later)}
          aria-current={place === at ? 'step' : undefined}
        >
          <span className={styles.mark}>
            {place < at ? <Check size={18} strokeWidth={2} aria-hidden /> : <span aria-hidden>{place + 1}</span>}
          </span>
          <span>
            <span>{name}</span>
            {place < at ? <VisuallyHidden>{`, ${IMPORT.stepDone}`}</VisuallyHidden> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}

export const RESULT_LOOK: Record<LineResult, { readonly icon: IconType; readonly tone: SpineTone }> = {
  refused: { icon: CircleAlert, tone: 'overdue' },
  changed: { icon: Replace, tone: 'pending' },
  new: { icon: Plus, tone: 'local' },
  same: { icon: Equal, tone: 'sent' },
};

/**
 * Number of lines for each result, errors first. The list takes the focus when the judgement
 * arrives.
 */
export function CountTiles({ counts }: { counts: ImportReport['counts'] }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  return (
    <ul ref={list} tabIndex={-1} className={styles.tiles} aria-label={`${countsText(counts)}.`}>
      {LINE_RESULTS.toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other)).map((result) => {
        const { icon: Icon, tone } = RESULT_LOOK[result];
        const count = counts[result];
        return (
          <li
            key={result}
            className={classNames(styles.tile, count === 0 ? spineClass('none') : spineClass(tone))}
            data-result={count === 0 ? undefined : result}
          >
            <span className={styles.number}>{count}</span>
            <span className={styles.label}>{IMPORT.tiles[result][count === 1 ? 'one' : 'other']}</span>
            <Icon size={20} strokeWidth={1.75} aria-hidden className={styles.icon} />
          </li>
        );
      })}
    </ul>
  );
}

const ORDER: readonly LineResult[] = ['refused', 'changed', 'new', 'same'];
