import type { ReportColumn, ReportRow, ReportValues } from '#contract/reports.ts';
import type { Report } from '#domain/reports.ts';
import { classNames } from '#ui/base/class-names.ts';
import { BAR_WORDS, barPartText } from '../../text/manage/reports.ts';
import styles from './report-bar.module.css';

/** A part of a bar: the number of one column, or `of` minus `without`. */
type Part = ReportColumn | { readonly of: ReportColumn; readonly without: ReportColumn };

const PARTS: Readonly<Record<Report, readonly Part[]>> = {
  deadlines: ['on_original', 'on_extended', 'out_of_time'],
  times: ['seen', 'unseen'],
  load: [{ of: 'open', without: 'late' }, 'late'],
  exceptions: [{ of: 'received', without: 'exceptions' }, 'exceptions'],
  extensions: ['extended_once', 'extended_twice', 'extended_more'],
};

const numberOf = (values: ReportValues, column: ReportColumn): number => Number(values[column] ?? 0);

/** The number behind each part of a bar, in the order of the parts. */
export function partsOf(report: Report, values: ReportValues): number[] {
  return PARTS[report].map((part) =>
    typeof part === 'string' ? numberOf(values, part) : numberOf(values, part.of) - numberOf(values, part.without),
  );
}

const lengthOf = (report: Report, values: ReportValues): number =>
  partsOf(report, values).reduce((sum, part) => sum + part, 0);

/** The length of the longest bar of a report. */
export const longestOf = ({ report, rows }: { report: Report; rows: readonly ReportRow[] }): number =>
  Math.max(1, ...rows.map(({ values }) => lengthOf(report, values)));

/**
 * How the parts look, by how many a bar has. Fill, hatching and outline can be told apart without
 * colour and on paper.
 */
const LOOKS: Readonly<Record<number, readonly string[]>> = {
  2: ['solid', 'open'],
  3: ['solid', 'hatched', 'open'],
};
const lookOf = (report: Report, at: number): string | undefined => styles[LOOKS[PARTS[report].length]?.[at] ?? ''];

/**
 * The numbers of a row as one bar. `longest` is the number that fills the whole width. Screen
 * readers get the numbers as words.
 */
export function ReportBar(props: { report: Report; values: ReportValues; longest: number; isOnPaper?: boolean }) {
  const { report, values, longest, isOnPaper = false } = props;
  const parts = partsOf(report, values);
  const words = BAR_WORDS[report].parts;
  const label = parts.flatMap((count, at) => (count === 0 ? [] : barPartText(report, { at, count }))).join(', ');
  if (label === '') return null;
  return (
    <span role="img" aria-label={label} className={classNames(styles.bar, isOnPaper && styles.paper)}>
      {parts.map((part, at) =>
        part === 0 ? null : (
          <span
            key={words[at]}
            className={classNames(styles.part, lookOf(report, at))}
            style={{ inlineSize: `${(part / longest) * 100}%` }}
          />
        ),
      )}
    </span>
  );
}

export function BarLegend({ report, isOnPaper = false }: { report: Report; isOnPaper?: boolean }) {
  return (
    <ul className={classNames(styles.legend, isOnPaper && styles.paper)}>
      {BAR_WORDS[report].parts.map((text, at) => (
        <li key={text}>
          <span aria-hidden className={classNames(styles.part, lookOf(report, at))} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
