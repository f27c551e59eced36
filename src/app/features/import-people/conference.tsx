import { LINE_RESULTS, type ImportLine, type ImportReport } from '#contract/import.ts';
import { Register, RegisterRow } from '#ui/document-look/register.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { countsText, ignoredText, IMPORT, RESULT_WORD } from '../../text/manage/users.ts';
import styles from './import-screen.module.css';

/**
 * What the server says of a sheet: counts, then its lines, refused ones first. Lines that change
 * nothing are only counted.
 */
export function Conference({ name, report, children }: { name: string; report: ImportReport; children: ReactNode }) {
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), [report]);
  const { counts, ignored } = report;
  const lines = report.lines
    .filter((line) => line.result !== 'same')
    .toSorted((one, other) => LINE_RESULTS.indexOf(one.result) - LINE_RESULTS.indexOf(other.result));
  return (
    <section className={styles.step} aria-labelledby="conferir">
      <SectionLabel id="conferir">{IMPORT.stepTwo}</SectionLabel>
      <p ref={heading} tabIndex={-1} className={styles.counts}>
        <b translate="no">{name}</b>: {countsText(counts)}.
      </p>
      {ignored.length > 0 ? <p className={styles.hint}>{ignoredText(ignored)}</p> : null}
      {counts.refused > 0 ? <Banner tone="warn">{IMPORT.fix}</Banner> : null}
      {lines.length === 0 ? <p>{IMPORT.nothing}</p> : null}
      {children}
      {lines.length === 0 ? null : (
        <Register className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.line}>
                {IMPORT.line}
              </th>
              <th scope="col">{IMPORT.result}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={line.line} line={line} />
            ))}
          </tbody>
        </Register>
      )}
    </section>
  );
}

function Line({ line }: { line: ImportLine }) {
  const { result, label, errors, changes } = line;
  return (
    <RegisterRow>
      <th scope="row" className={styles.line}>
        {line.line}
      </th>
      <td>
        <p className={styles.who}>
          <b className={result === 'refused' ? styles.refused : undefined}>{RESULT_WORD[result]}</b>
          <span translate="no">{label}</span>
        </p>
        {errors.length + changes.length === 0 ? null : (
          <ul className={styles.said}>
            {errors.map(({ column, message }) => (
              <li key={`${column} ${message}`}>{column === '' ? message : `${column}: ${message}`}</li>
            ))}
            {changes.map(({ column, from, to }) => (
              <li key={column}>{`${column}: ${from === '' ? 'vazio' : from} → ${to}`}</li>
            ))}
          </ul>
        )}
      </td>
    </RegisterRow>
  );
}
