// A table on office paper: whose table it is, its content, and who printed it when.

import type { ReactNode } from 'react';
import { fullName } from '../../text/words/format.ts';
import { printedAtText } from '../../text/document/view-document.ts';
import styles from './paper.module.css';
import type { PrintFacts } from './print-sheet.tsx';
import sheetStyles from './print-sheet.module.css';

/** `source`: where the numbers or rows come from, as a sentence. */
export function Paper(props: {
  facts: PrintFacts;
  title: string;
  subtitle: string;
  source: string;
  children: ReactNode;
}) {
  const { facts, title, subtitle, source, children } = props;
  return (
    <article className={sheetStyles.sheet} aria-label={title}>
      <header className={sheetStyles.head}>
        {facts.tenant.logo === null ? null : <img src={facts.tenant.logo} alt="" className={sheetStyles.logo} />}
        <p className={sheetStyles.tenant}>
          <b>{facts.tenant.name}</b>
        </p>
        <div className={styles.heading}>
          <h1>{title}</h1>
          <p>{subtitle}</p>
        </div>
      </header>
      <div className={styles.content}>{children}</div>
      <footer className={sheetStyles.foot}>
        <p>
          Impresso por <b translate="no">{fullName(facts.person)}</b>{' '}
          {printedAtText(facts.nowMs, { zone: facts.zone, network: facts.network })}
        </p>
        <p>{source}</p>
      </footer>
    </article>
  );
}

/** A table of a sheet; its head stands on every page. `numbers`: the columns at the right edge. */
export function PaperTable(props: {
  titles: readonly string[];
  numbers: readonly number[];
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  total?: readonly ReactNode[];
  /** A row below the total. */
  after?: readonly ReactNode[] | undefined;
}) {
  const { titles, numbers, rows, total, after } = props;
  const side = (at: number) => (numbers.includes(at) ? styles.number : undefined);
  const row = (cells: readonly ReactNode[]) =>
    cells.map((cell, at) => (
      <td key={titles[at]} className={side(at)}>
        {cell}
      </td>
    ));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {titles.map((title, at) => (
            <th key={title} scope="col" className={side(at)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>{row(cells)}</tr>
        ))}
        {total === undefined ? null : <tr className={styles.total}>{row(total)}</tr>}
        {after === undefined ? null : <tr>{row(after)}</tr>}
      </tbody>
    </table>
  );
}
