import { RichTextView } from '#editor/rich-text-view.tsx';
import { hasText } from '#domain/plain-text.ts';
import type { OutboxItem } from '#mirror/questions/outbox-items.ts';
import { isRowCommand, type OutboxCommand, type RowCommand } from '#mirror/store/outbox-row.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FileChip } from '#ui/document-look/file-chip.tsx';
import { Fragment } from 'react';
import type { CalendarDay } from '#domain/dates.ts';
import { formatDay, formatSize, joined } from '../../text/words/format.ts';
import { OUTBOX_TEXT } from '../../text/sending/outbox.ts';
import { actSentenceOf, type Names } from '../../text/sending/command-state.ts';
import { fieldName, ROW_NOUNS, valueWords } from '../../text/sending/row-acts.ts';
import styles from './outbox.module.css';

/**
 * What a command on rows sends: the rows by name, and the value of each field, in the words of the
 * forms.
 */
function rowFacts(command: RowCommand, names: Names): [string, string][] {
  const { collection } = command.payload;
  const noun =
    ROW_NOUNS[collection][command.type === 'create-row' || command.payload.row_keys.length === 1 ? 'one' : 'many'];
  const rows: [string, string][] =
    command.type === 'create-row' ? [] : [[capital(noun), joined([...command.payload.row_names])]];
  if (command.type === 'delete-rows') return rows;
  const fields = command.type === 'switch-rows' ? { status: command.payload.status } : command.payload.fields;
  const told = Object.entries(fields).map(([field, value]): [string, string] => [
    fieldName(field),
    valueText({ field, value, names }),
  ]);
  return [...rows, ...told];
}

function valueText({ field, value, names }: { field: string; value: unknown; names: Names }): string {
  if (field === 'delete_file_ids') return String((value as readonly number[]).length);
  if (Array.isArray(value)) return value.length === 0 ? 'Nenhum' : joined(value.map((id) => names.sector(Number(id))));
  if (value === null || value === '') return 'Nenhum';
  if (field === 'organization_id') return names.sector(Number(value));
  if (field === 'limit_date') return formatDay(value as CalendarDay);
  return valueWords(value) ?? (typeof value === 'number' ? String(value) : (value as string));
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** "Ver o que será enviado": the content of the command as its author wrote it. */
export function PreviewDialog(props: { item: OutboxItem; names: Names; onClose: () => void }) {
  const { item, names, onClose } = props;
  const { command } = item;
  return (
    <Dialog isOpen onClose={onClose} title={actSentenceOf(item, names)} size="lg">
      <div className={styles.preview}>
        <dl className={styles.facts}>
          {factsOf(item, names).map(([label, value]) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
        <Content command={command} />
        {command.files.length === 0 ? null : (
          <ul className={styles.files}>
            {command.files.map((file) => (
              <li key={file.id}>
                <FileChip name={file.name} detail={formatSize(file.size)} isPencil />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

/** The text of a document or a reply. A command on rows has no text; the facts show all of it. */
function Content({ command }: { command: OutboxCommand }) {
  if (isRowCommand(command)) return null;
  const content = command.type === 'create-document' || command.type === 'respond' ? command.payload.content : '';
  return hasText(content) ? <RichTextView html={content} /> : <p className={styles.detail}>{OUTBOX_TEXT.noContent}</p>;
}

function factsOf(item: OutboxItem, names: Names): [string, string][] {
  const { command, title } = item;
  switch (command.type) {
    case 'create-document': {
      const {
        physical_document_number: number,
        limit_date: day,
        user_ids: people,
        organization_ids: sectors,
      } = command.payload;
      return [
        ['Título', command.payload.title],
        ['Nº físico', number],
        ['Para', joined([...sectors.map(names.sector), ...people.map(names.person)])],
        ['Data limite', formatDay(day)],
      ];
    }
    case 'respond': {
      const { limit_date: day, responsible_ids: people } = command.payload;
      return [
        ['Documento', title],
        ...(people === null ? [] : [['Para', joined(people.map(names.person))] as [string, string]]),
        ...(day === null ? [] : [['Data limite', formatDay(day)] as [string, string]]),
      ];
    }
    case 'reopen-document':
    case 'complete-document': {
      const day = command.payload.limit_date;
      return [['Documento', title], ...(day === null ? [] : [['Data limite', formatDay(day)] as [string, string]])];
    }
    case 'reassign-document': {
      const { responsible_ids: people, reason } = command.payload;
      return [
        ['Documento', title],
        ['Para', joined(people.map(names.person))],
        ['Motivo', reason],
      ];
    }
    case 'record-view':
      return [['Documento', title]];
    case 'create-row':
    case 'update-row':
    case 'switch-rows':
    case 'delete-rows':
      return rowFacts(command, names);
  }
}
