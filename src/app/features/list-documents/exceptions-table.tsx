import { useProfile } from '../../profile/profile.tsx';
import { DocumentsRegister } from '../../shared/document/documents-register.tsx';
import { formatMoment } from '../../text/format.ts';
import { LIST } from '../../text/list.ts';
import { DocumentTableRow, type RowsProps, SelectAll } from './documents-table.tsx';
import { GroupedRows } from './grouped-rows.tsx';
import { useWindows } from './use-windows.ts';

const COLUMNS = ['title', 'subject', 'window', 'sent', 'reason', 'status', 'tools'] as const;

/** The list of exceptions, with what makes each of them one: submission window, day sent, reason (rule F8). */
export function ExceptionsTable({ rows, groups, selection, acts }: RowsProps) {
  const { today, zone } = useProfile();
  const windows = useWindows();
  return (
    <DocumentsRegister columns={COLUMNS} tick={<SelectAll selection={selection} />}>
      <GroupedRows rows={rows} groups={groups} columns={COLUMNS.length + 1}>
        {(document) => (
          <DocumentTableRow key={document.key} document={document} selection={selection} acts={acts}>
            <td>{document.subject.name}</td>
            <td>{windows?.get(document.subject.id) ?? LIST.noWindow}</td>
            <td>{formatMoment(document.created_at, { today, zone })}</td>
            <td>{document.exception_reason ?? LIST.noReason}</td>
          </DocumentTableRow>
        )}
      </GroupedRows>
    </DocumentsRegister>
  );
}
