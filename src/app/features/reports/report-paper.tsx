// A report on office paper: the same numbers and bars as on the screen, in ink alone.

import { REPORT_NAMES } from '#contract/report-words.ts';
import { type ReportAnswer, type ReportRow, type ReportValues, rowKindOf } from '#contract/reports.ts';
import { Paper, PaperTable } from '../../acts/print/paper.tsx';
import type { PrintFacts } from '../../acts/print/print-sheet.tsx';
import { DEFINITIONS, REPORT, totalText, valueText } from '../../text/manage/reports.ts';
import { BarLegend, longestOf, partsOf, ReportBar } from './report-bar.tsx';
import styles from './report-paper.module.css';
import { ofPeriod, ROW_TITLE, SHOWN, titleOf } from './report-table.tsx';

type Props = {
  readonly facts: PrintFacts;
  readonly answer: ReportAnswer;
  readonly subtitle: string;
  readonly source: string;
  /** The words for the comparison period; null without a comparison. */
  readonly before: string | null;
};

export function ReportPaper({ facts, answer, subtitle, source, before }: Props) {
  const { report, rows, total, people } = answer;
  const numbers = SHOWN[report].flatMap((column, at) => (column === 'bar' ? [] : [at + 1]));
  const titles = SHOWN[report].map((column) => titleOf(report, column));
  const longest = longestOf(answer);
  const cells = (values: ReportValues, { hasBar }: { hasBar: boolean }) =>
    SHOWN[report].map((column) =>
      column === 'bar' ? (
        <span key={column} className={styles.bar}>
          {hasBar ? <ReportBar report={report} values={values} longest={longest} isOnPaper /> : null}
          <span>{partsOf(report, values).join(' · ')}</span>
        </span>
      ) : (
        <span key={column}>{valueText(column, values[column] ?? null)}</span>
      ),
    );
  const lines = (some: readonly ReportRow[]) =>
    some.map(({ id, name, acronym, values }) => ({
      key: String(id),
      cells: [<RowName key="name" {...{ acronym, name }} />, ...cells(values, { hasBar: true })],
    }));
  return (
    <Paper facts={facts} title={REPORT_NAMES[report]} subtitle={subtitle} source={source}>
      <PaperTable
        titles={[ROW_TITLE[rowKindOf(report)], ...titles]}
        numbers={numbers}
        rows={lines(rows)}
        total={[totalText(report, rows.length), ...cells(total, { hasBar: false })]}
        after={
          before === null || answer.before === null
            ? undefined
            : [before, ...cells(ofPeriod(answer.before), { hasBar: false })]
        }
      />
      {people === null || people.length === 0 ? null : (
        <div className={styles.people}>
          <PaperTable titles={[REPORT.people, ...titles]} numbers={numbers} rows={lines(people)} />
        </div>
      )}
      <BarLegend report={report} isOnPaper />
      <p className={styles.definitions}>
        {DEFINITIONS[report].map(({ term, text }) => (
          <span key={term}>
            <b>{term}:</b> {text}{' '}
          </span>
        ))}
      </p>
    </Paper>
  );
}

function RowName({ acronym, name }: { acronym: string | null; name: string }) {
  return (
    <span>
      {acronym === null ? null : <b>{acronym}</b>} <span>{name}</span>
    </span>
  );
}
