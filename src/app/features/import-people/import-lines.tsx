import type { ImportLine, LineResult } from '#contract/import.ts';
import { Register, RegisterRow } from '#ui/document-look/register.tsx';
import { Stamp } from '#ui/document-look/stamp.tsx';
import { IMPORT, RESULT_WORD } from '../../text/manage/users.ts';
import styles from './import-screen.module.css';
import { RESULT_LOOK } from './import-steps.tsx';

/** Element id of the row of a line, to which links lead. */
export const rowIdOf = (line: number): string => `linha-${line}`;

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

export function ResultStamp({ result }: { result: LineResult }) {
  const { icon, tone } = RESULT_LOOK[result];
  return <Stamp tone={tone} icon={icon} label={RESULT_WORD[result]} />;
}

function Line({ line }: { line: ImportLine }) {
  const { result, label, errors, changes } = line;
  return (
    <RegisterRow>
      <th scope="row" id={rowIdOf(line.line)} tabIndex={-1} className={styles.line}>
        {line.line}
      </th>
      <td>
        <p className={styles.who}>
          <ResultStamp result={result} />
          <span translate="no">{label}</span>
        </p>
        {errors.length + changes.length === 0 ? null : (
          <ul className={styles.said}>
            {errors.map(({ column, message }) => (
              <li key={`${column} ${message}`} className={styles.refused}>
                {column === '' ? message : `${column}: ${message}`}
              </li>
            ))}
            {changes.map(({ column, from, to }) => (
              <li key={column}>{`${column}: ${from === '' ? IMPORT.empty : from} → ${to}`}</li>
            ))}
          </ul>
        )}
      </td>
    </RegisterRow>
  );
}
