import type { ImportLine } from '#contract/import.ts';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { Register } from '#ui/document-look/register.tsx';
import { CircleAlert } from 'lucide-react';
import { IMPORT } from '../../text/manage/users.ts';
import { ResultStamp, rowIdOf } from './import-lines.tsx';
import styles from './sheet-table.module.css';

/** A word such as an e-mail, which an ordinary column would break. */
const LONG_WORD = /\S{15}/;

/** The lines in the columns of the sheet, each with its errors and changes in their cells. */
export function SheetTable({ columns, lines }: { columns: readonly string[]; lines: readonly ImportLine[] }) {
  // A column without any words in these lines is left out, to give the others its room.
  const seen = columns.flatMap((title, at) =>
    lines.some((line) => hasWords(line, { title, at })) ? [{ title, at }] : [],
  );
  return (
    <Register className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={styles.line}>
            {IMPORT.line}
          </th>
          <th scope="col" className={styles.result}>
            {IMPORT.result}
          </th>
          {seen.map(({ title, at }) => (
            <th
              key={title}
              scope="col"
              className={lines.some(({ cells }) => LONG_WORD.test(cells?.[at] ?? '')) ? styles.wide : undefined}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.line} data-result={line.result}>
            <th scope="row" id={rowIdOf(line.line)} tabIndex={-1} className={styles.line}>
              {line.line}
            </th>
            <td className={styles.result}>
              <ResultStamp result={line.result} />
              {line.errors
                .filter(({ column }) => !seen.some(({ title }) => title === column))
                .map(({ column, message }) => (
                  <Fault key={message} message={column === '' ? message : `${column}: ${message}`} />
                ))}
            </td>
            {seen.map((column) => (
              <Cell key={column.title} line={line} column={column} />
            ))}
          </tr>
        ))}
      </tbody>
    </Register>
  );
}

type Column = { readonly title: string; readonly at: number };

const hasWords = ({ cells, errors, changes }: ImportLine, { title, at }: Column): boolean =>
  (cells?.[at] ?? '') !== '' || [...errors, ...changes].some(({ column }) => column === title);

function Cell({ line, column: { title, at } }: { line: ImportLine; column: Column }) {
  const change = line.changes.find(({ column }) => column === title);
  return (
    <td>
      <span translate="no" className={styles.text}>
        {change === undefined ? (
          (line.cells?.[at] ?? '')
        ) : (
          <>
            <del>{change.from === '' ? IMPORT.empty : change.from}</del>
            <span aria-hidden> → </span>
            <VisuallyHidden>{` ${IMPORT.changesTo} `}</VisuallyHidden>
            <ins>{change.to}</ins>
          </>
        )}
      </span>
      {line.errors
        .filter(({ column }) => column === title)
        .map(({ message }) => (
          <Fault key={message} message={message} />
        ))}
    </td>
  );
}

function Fault({ message }: { message: string }) {
  return (
    <span className={styles.fault}>
      <CircleAlert size={14} strokeWidth={2} aria-hidden />
      <span>{message}</span>
    </span>
  );
}
