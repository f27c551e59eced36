import type { ReportAnswer, ReportColumn } from '#contract/reports.ts';
import type { Figure } from '#domain/report-figures.ts';
import { classNames } from '#ui/base/class-names.ts';
import { spineClass } from '#ui/document-look/spine.ts';
import { COLUMN_WORDS } from '#contract/report-words.ts';
import { differenceText, originalText, REPORT } from '../../text/manage/reports.ts';
import { ReportNumber } from './report-table.tsx';
import styles from './reports-screen.module.css';

type Spine = Parameters<typeof spineClass>[0];
type Tile = { readonly column: ReportColumn; readonly opens: ReportColumn | Figure; readonly spine: Spine };

const TILES: readonly Tile[] = [
  { column: 'received', opens: 'received', spine: 'sent' },
  { column: 'completed', opens: 'completed', spine: 'completed' },
  { column: 'on_time_share', opens: 'on_time', spine: 'extended' },
  { column: 'late', opens: 'late', spine: 'overdue' },
];

/**
 * The four totals of the deadlines report. `isHere`: the numbers were counted on this device, which
 * knows only how many are late.
 */
export function ReportTiles({
  answer,
  before,
  isHere,
}: {
  answer: ReportAnswer;
  before: string | null;
  isHere: boolean;
}) {
  const { total } = answer;
  return (
    <ul className={styles.tiles}>
      {TILES.filter(({ column }) => !isHere || column === 'late').map(({ column, opens, spine }) => {
        const value = total[column] ?? null;
        const label = column === 'late' ? REPORT.lateToday : COLUMN_WORDS[column].title;
        return (
          <li key={column} className={classNames(styles.tile, spineClass(value === 0 ? 'none' : spine))}>
            <span className={styles.big}>
              <ReportNumber
                column={column}
                opens={opens}
                value={value}
                place={{ answer, row: null, name: REPORT.total }}
              />
            </span>
            <span className={styles.difference}>{differenceOf(answer, { column, before })}</span>
            <span className={styles.label}>
              {column === 'on_time_share' && value !== null
                ? `${label}; ${originalText(Number(total['on_original']), Number(total['completed']))}`
                : label}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The change since the comparison period. `late` has none, because it counts today. */
function differenceOf(answer: ReportAnswer, { column, before }: { column: ReportColumn; before: string | null }) {
  const [now, then] = [answer.total[column] ?? null, answer.before?.[column] ?? null];
  if (before === null || column === 'late' || typeof now !== 'number' || typeof then !== 'number') return null;
  const unit = column === 'on_time_share' ? ' pontos' : '';
  return differenceText(Math.round(now) - Math.round(then), { than: before, unit });
}
