import type { ImportLine } from '#contract/import.ts';
import { Register, RegisterRow } from '#ui/document-look/register.tsx';
import { IMPORT, RESULT_WORD } from '../../text/manage/users.ts';
import styles from './import-screen.module.css';

/** What each line of a sheet does, or did. */
export function Lines({ lines }: { lines: readonly ImportLine[] }) {
  if (lines.length === 0) return null;
  return (
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
