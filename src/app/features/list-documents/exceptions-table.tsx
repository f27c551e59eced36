import { Register, RegisterRow, RegisterTick } from '#ui/document-look/register.tsx';
import { spineClass } from '#ui/document-look/spine.ts';
import { useProfile } from '../../profile/profile.tsx';
import { spineOf } from '../../shared/document/document-marks.ts';
import { DocumentStamps } from '../../shared/document/document-stamps.tsx';
import { formatMoment } from '../../text/format.ts';
import { LIST } from '../../text/list.ts';
import { type RowsProps, SelectAll, SelectOne } from './documents-table.tsx';
import styles from './documents-table.module.css';
import { GroupedRows } from './grouped-rows.tsx';
import { RowTools } from '../../acts/listing/row-menu.tsx';
import { TitleCell } from '../../shared/document/document-cells.tsx';
import { useWindows } from './use-windows.ts';

/** The list of exceptions, with what makes each of them one: submission window, day sent, reason (rule F8). */
export function ExceptionsTable({ rows, groups, selection, acts }: RowsProps) {
  const { today, zone } = useProfile();
  const windows = useWindows();
  return (
    <Register className={styles.table}>
      <thead>
        <tr>
          <RegisterTick>
            <SelectAll selection={selection} />
          </RegisterTick>
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
      <GroupedRows rows={rows} groups={groups} columns={8}>
        {(document) => (
          <RegisterRow
            key={document.key}
            rowKey={document.key}
            isPencil={document.pencil.document}
            isSelected={selection.has(document.key)}
          >
            <td className={spineClass(spineOf(document))}>
              <SelectOne document={document} selection={selection} />
            </td>
            <TitleCell document={document} />
            <td>{document.subject.name}</td>
            <td>{windows?.get(document.subject.id) ?? LIST.noWindow}</td>
            <td>{formatMoment(document.created_at, { today, zone })}</td>
            <td>{document.exception_reason ?? LIST.noReason}</td>
            <td>
              <DocumentStamps document={document} isStacked />
            </td>
            <td>
              <RowTools document={document} acts={acts} />
            </td>
          </RegisterRow>
        )}
      </GroupedRows>
    </Register>
  );
}
