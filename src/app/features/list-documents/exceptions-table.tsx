import { memo } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { DocumentsRegister } from '../../shared/document/documents-register.tsx';
import { formatMoment } from '../../text/format.ts';
import { LIST } from '../../text/list.ts';
import { DocumentTableRow, type RowProps, type RowsProps, SelectAll } from './documents-table.tsx';
import { GroupedRows } from './grouped-rows.tsx';
import { useWindows } from './use-windows.ts';

const COLUMNS = ['title', 'subject', 'window', 'sent', 'reason', 'status', 'tools'] as const;

/** The list of exceptions, with what makes each of them one: submission window, day sent, reason (rule F8). */
export function ExceptionsTable({ rows, groups, selection, acts }: RowsProps) {
  const windows = useWindows();
  const { toggle } = selection;
  return (
    <DocumentsRegister columns={COLUMNS} tick={<SelectAll selection={selection} />}>
      <GroupedRows rows={rows} groups={groups} columns={COLUMNS.length + 1}>
        {(document) => (
          <ExceptionRow
            key={document.key}
            document={document}
            window={windows?.get(document.subject.id)}
            isSelected={selection.has(document.key)}
            {...{ acts, toggle }}
          />
        )}
      </GroupedRows>
    </DocumentsRegister>
  );
}

/** Drawn again only when its own document or tick has changed. */
const ExceptionRow = memo(function ExceptionRow({ window, ...row }: RowProps & { window: string | undefined }) {
  const { document } = row;
  const { today, zone } = useProfile();
  return (
    <DocumentTableRow {...row}>
      <td>{document.subject.name}</td>
      <td>{window ?? LIST.noWindow}</td>
      <td>{formatMoment(document.created_at, { today, zone })}</td>
      <td>{document.exception_reason ?? LIST.noReason}</td>
    </DocumentTableRow>
  );
});
