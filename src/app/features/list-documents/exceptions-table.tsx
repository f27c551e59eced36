import { windowOf } from '#domain/submission-window.ts';
import { spineClass } from '#ui/document-look/spine.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { spineOf } from '../../shared/document/document-marks.ts';
import { DocumentStamps } from '../../shared/document/document-stamps.tsx';
import { formatMoment } from '../../text/format.ts';
import { type RowsProps, rowClass, SelectAll, SelectOne } from './documents-table.tsx';
import styles from './documents-table.module.css';
import { RowTools } from './row-menu.tsx';
import { TitleCell } from './title-cell.tsx';

/** The list of exceptions, with what makes each of them one: submission window, day sent, reason (rule F8). */
export function ExceptionsTable({ rows, selection, acts }: RowsProps) {
  const { today, zone } = useProfile();
  const windows = useWindows();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={styles.tick}>
            <SelectAll selection={selection} />
          </th>
          <th scope="col">Título e Origem</th>
          <th scope="col" className={styles.ticket}>
            Assunto
          </th>
          <th scope="col" className={styles.due}>
            Janela de envio
          </th>
          <th scope="col" className={styles.due}>
            Enviado em
          </th>
          <th scope="col" className={styles.reason}>
            Justificativa
          </th>
          <th scope="col" className={styles.status}>
            Status
          </th>
          <th scope="col" className={styles.tools}>
            Ações
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((document) => (
          <tr key={document.key} className={rowClass(document, selection)}>
            <td className={spineClass(spineOf(document))}>
              <SelectOne document={document} selection={selection} />
            </td>
            <TitleCell document={document} />
            <td>{document.subject.name}</td>
            <td>{windows?.get(document.subject.id) ?? 'sem janela'}</td>
            <td>{formatMoment(document.created_at, { today, zone })}</td>
            <td>{document.exception_reason ?? 'não informada'}</td>
            <td>
              <DocumentStamps document={document} isStacked />
            </td>
            <td>
              <RowTools document={document} acts={acts} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `dia 5 a 12` by subject. */
function useWindows(): ReadonlyMap<number, string> | undefined {
  const { mirror } = useProfile();
  return useLiveQuery(async () => {
    const subjects = await mirror.document_subjects.toArray();
    return new Map(
      subjects.flatMap((subject) => {
        const days = windowOf(subject.submission_start_day, subject.submission_end_day);
        return days === null ? [] : [[subject.id, `dia ${days.startDay} a ${days.endDay}`] as const];
      }),
    );
  }, [mirror]);
}
