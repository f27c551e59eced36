import { COLUMN_WORDS } from '#contract/report-words.ts';
import {
  listOfNumber,
  type ReportAnswer,
  type ReportColumn,
  type ReportRow,
  type ReportValues,
  type RowKind,
  rowKindOf,
} from '#contract/reports.ts';
import type { Figure } from '#domain/report-figures.ts';
import type { Report } from '#domain/reports.ts';
import { Link } from '#ui/actions/link.tsx';
import { Register, RegisterRow } from '#ui/document-look/register.tsx';
import { classNames } from '#ui/base/class-names.ts';
import type { ReactNode } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { BAR_WORDS, numberLabel, REPORT, totalText, valueText } from '../../text/manage/reports.ts';
import { longestOf, ReportBar } from './report-bar.tsx';
import styles from './report-table.module.css';

/** The columns on screen, in reading order. `bar` stands after the numbers that it is made of. */
export const SHOWN: Readonly<Record<Report, readonly (ReportColumn | 'bar')[]>> = {
  deadlines: ['received', 'completed', 'bar', 'on_time_share', 'late', 'seen_minutes', 'working_days'],
  times: ['seen', 'unseen', 'bar', 'seen_minutes', 'completed', 'days', 'working_days', 'left', 'stay_days'],
  load: ['open', 'late', 'bar', 'oldest'],
  exceptions: ['received', 'exceptions', 'bar', 'exceptions_share'],
  extensions: ['extended', 'bar', 'extensions_each'],
};

/** Numbers that stand in the bar's own cell, because they have no column. */
const IN_BAR: Readonly<Partial<Record<Report, readonly ReportColumn[]>>> = {
  deadlines: ['on_original', 'on_extended', 'out_of_time'],
  extensions: ['extended_once', 'extended_twice', 'extended_more'],
};

/** Columns that count the present state. They have no value for the comparison period. */
const OF_TODAY: ReadonlySet<string> = new Set(['late', 'open', 'oldest']);

/** The values of a comparison period, without the columns that only today has. */
export const ofPeriod = (values: ReportValues): ReportValues =>
  Object.fromEntries(Object.entries(values).filter(([column]) => !OF_TODAY.has(column)));

export const ROW_TITLE: Readonly<Record<RowKind, string>> = {
  sector: REPORT.sector,
  subject: REPORT.subject,
  person: REPORT.person,
};

type NumberOf = {
  readonly answer: ReportAnswer;
  readonly row: { kind: RowKind; id: number } | null;
  readonly name: string;
};

/**
 * One number of a report, as a link to the list of the documents that it counts. Plain text where
 * it is 0 or has no list.
 */
export function ReportNumber(props: {
  column: ReportColumn;
  value: Value;
  place: NumberOf;
  /** What the opened list shows, where that is not `column` itself. */
  opens?: ReportColumn | Figure;
}) {
  const { column, value, place, opens = column } = props;
  const { person } = useProfile();
  const text = valueText(column, value);
  const { answer, row, name } = place;
  const address = typeof value === 'number' && value > 0 ? listOfNumber(opens, { ...answer, row }) : null;
  if (address === null) return <span className={styles.plain}>{text}</span>;
  const whole = person.superAdmin ? { ...address, scope: 'all' } : address;
  const query = new URLSearchParams(Object.entries(whole).map(([part, is]) => [part, String(is)]));
  return (
    <Link
      href={`/admin/manage-documents?${query.toString()}`}
      aria-label={numberLabel(column, { text, row: name })}
      className={classNames(styles.number, column === 'late' && styles.late)}
    >
      {text}
    </Link>
  );
}

type Value = number | string | null;

/** The rows of a report with their bars. The footer has the total and the comparison period. */
export function ReportTable(props: { answer: ReportAnswer; before: string | null; label: string }) {
  const { answer, before, label } = props;
  const kind = rowKindOf(answer.report);
  const total: NumberOf = { answer, row: null, name: totalText(answer.report, answer.rows.length) };
  return (
    <Rows answer={answer} rows={answer.rows} kind={kind} label={label}>
      <tr className={styles.total}>
        <th scope="row" className={styles.name}>
          {total.name}
        </th>
        <Cells values={answer.total} place={total} longest={null} />
      </tr>
      {before === null || answer.before === null ? null : (
        <tr className={styles.before}>
          <th scope="row" className={styles.name}>
            {before}
          </th>
          {SHOWN[answer.report].map((column) => (
            <Cell key={column} column={column} title={titleOf(answer.report, column)}>
              {column === 'bar' ? null : (
                <span className={styles.plain}>{valueText(column, ofPeriod(answer.before ?? {})[column] ?? null)}</span>
              )}
            </Cell>
          ))}
        </tr>
      )}
    </Rows>
  );
}

/** The load of each person in the reader's own sector, by name. */
export function PeopleTable({ answer, people }: { answer: ReportAnswer; people: readonly ReportRow[] }) {
  return <Rows answer={answer} rows={people} kind="person" label={REPORT.people} />;
}

type RowsProps = {
  answer: ReportAnswer;
  rows: readonly ReportRow[];
  kind: RowKind;
  label: string;
  children?: ReactNode;
};

function Rows({ answer, rows, kind, label, children }: RowsProps) {
  const { report } = answer;
  const longest = longestOf({ report, rows });
  return (
    <Register className={classNames(styles.table, styles[report])}>
      <caption className={styles.caption}>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{ROW_TITLE[kind]}</th>
          {SHOWN[report].map((column) => (
            <th key={column} scope="col" className={column === 'bar' ? styles.bar : styles.right}>
              {titleOf(report, column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, acronym, values }) => (
          <RegisterRow key={id}>
            <th scope="row" className={styles.name} translate={kind === 'person' ? 'no' : undefined}>
              {acronym === null ? <b>{name}</b> : <b translate="no">{acronym}</b>}
              {acronym === null ? null : <span className={styles.whole}>{name}</span>}
            </th>
            <Cells values={values} place={{ answer, row: { kind, id }, name: acronym ?? name }} longest={longest} />
          </RegisterRow>
        ))}
      </tbody>
      {children === undefined ? null : <tfoot>{children}</tfoot>}
    </Register>
  );
}

export const titleOf = (report: Report, column: ReportColumn | 'bar'): string =>
  column === 'bar' ? BAR_WORDS[report].title : COLUMN_WORDS[column].title;

/** `longest`: the length of the report's longest bar; null for a row without a bar. */
function Cells({ values, place, longest }: { values: ReportValues; place: NumberOf; longest: number | null }) {
  const { report } = place.answer;
  return SHOWN[report].map((column) => (
    <Cell key={column} column={column} title={titleOf(report, column)}>
      {column === 'bar' ? (
        <span className={styles.bars}>
          {longest === null ? null : <ReportBar report={report} values={values} longest={longest} />}
          <InBar values={values} place={place} />
        </span>
      ) : (
        <ReportNumber column={column} value={values[column] ?? null} place={place} />
      )}
    </Cell>
  ));
}

function InBar({ values, place }: { values: ReportValues; place: NumberOf }) {
  const columns = IN_BAR[place.answer.report];
  if (columns === undefined || columns.every((column) => !values[column])) return null;
  return (
    <span className={styles.inBar}>
      {columns.map((column) => (
        <ReportNumber key={column} column={column} value={values[column] ?? 0} place={place} />
      ))}
    </span>
  );
}

/** `title`: the column's title, shown beside the value where the table is drawn as cards. */
function Cell(props: { column: ReportColumn | 'bar'; title?: string; children: ReactNode }) {
  const { column, title, children } = props;
  return (
    <td className={column === 'bar' ? styles.bar : styles.right} data-column={column}>
      {column === 'bar' || title === undefined ? null : (
        <span aria-hidden className={styles.title}>
          {title}
        </span>
      )}
      {children}
    </td>
  );
}
