import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { spineClass } from '#ui/document-look/spine.ts';
import { Clock } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { spineOf } from '../../shared/document/document-marks.ts';
import { DocumentStamps } from '../../shared/document/document-stamps.tsx';
import { DueLine } from '../../shared/document/due-line.tsx';
import { Ticket } from '../../shared/document/ticket.tsx';
import { selectId } from '../../shared/manage/selection-bar.tsx';
import type { Selection } from '../../shared/manage/use-selection.ts';
import { SELECTION } from '../../text/selection.ts';
import { dueHint } from '../../text/due-text.ts';
import { formatDay } from '../../text/format.ts';
import { fullName } from '../../text/names.ts';
import styles from './documents-table.module.css';
import { type RowActs, RowTools } from './row-menu.tsx';
import { TitleCell } from './title-cell.tsx';

export type RowsProps = { rows: readonly ListedDocument[]; selection: Selection<ListedDocument>; acts: RowActs };

/** The list of documents as a table: a checkbox and six columns. */
export function DocumentsTable({ rows, selection, acts }: RowsProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={styles.tick}>
            <SelectAll selection={selection} />
          </th>
          <th scope="col">Título e Origem</th>
          <th scope="col" className={styles.ticket}>
            Ticket/ofício
          </th>
          <th scope="col" className={styles.due}>
            Vencimento
          </th>
          <th scope="col" className={styles.person}>
            Responsável
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
          <DocumentTableRow key={document.key} document={document} selection={selection} acts={acts} />
        ))}
      </tbody>
    </table>
  );
}

function DocumentTableRow(props: { document: ListedDocument; selection: Selection<ListedDocument>; acts: RowActs }) {
  const { document, selection, acts } = props;
  const { person, today } = useProfile();
  const hint = dueHint({ status: document.status, limitDate: document.limit_date }, today);
  return (
    <tr className={rowClass(document, selection)}>
      <td className={spineClass(spineOf(document))}>
        <SelectOne document={document} selection={selection} />
      </td>
      <TitleCell document={document} />
      <td>
        <span className={styles.main}>
          <Ticket acronym={person.acronym} number={document.number} localCode={document.localCode} />
        </span>
        <span className={styles.meta}>{document.physical_document_number}</span>
      </td>
      <td>
        <span
          className={`${styles.main} ${document.status === 'overdue' ? (styles.overdue ?? '') : ''} ${
            document.pencil.limitDate ? (styles.pencilValue ?? '') : ''
          }`}
        >
          {formatDay(document.limit_date)}
        </span>
        {hint === null ? null : (
          <span className={styles.meta}>
            <DueLine due={hint} />
          </span>
        )}
      </td>
      <td>
        <Responsible document={document} />
      </td>
      <td>
        <DocumentStamps document={document} isStacked />
      </td>
      <td>
        <RowTools document={document} acts={acts} />
      </td>
    </tr>
  );
}

export function rowClass(document: ListedDocument, selection: Selection<ListedDocument>): string {
  return [document.pencil.document ? styles.pencil : '', selection.has(document.key) ? styles.selected : ''].join(' ');
}

/** The first responsible; in pencil while the transfer waits. */
function Responsible({ document }: { document: ListedDocument }) {
  const [first] = document.responsibles;
  if (first === undefined) return <span className={styles.meta}>Sem responsável</span>;
  const isPencil = document.pencil.responsibles && !document.pencil.document;
  return (
    <>
      <span className={`${styles.main} ${isPencil ? (styles.pencilValue ?? '') : ''}`}>
        {isPencil ? <Clock size={14} strokeWidth={2} aria-hidden /> : null}
        {fullName(first)}
      </span>
      <span className={styles.meta}>
        {[first.organization?.acronym, isPencil ? 'na fila' : undefined].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}

export function SelectAll({ selection }: { selection: Selection<ListedDocument> }) {
  return (
    <Checkbox
      aria-label={SELECTION.allOnPage}
      isSelected={selection.isAll}
      isIndeterminate={selection.selected.length > 0 && !selection.isAll}
      onChange={selection.toggleAll}
    />
  );
}

export function SelectOne({ document, selection }: { document: ListedDocument; selection: Selection<ListedDocument> }) {
  return (
    <Checkbox
      id={selectId(document.key)}
      aria-label={`Selecionar ${document.title}`}
      isSelected={selection.has(document.key)}
      onChange={() => selection.toggle(document.key)}
    />
  );
}
