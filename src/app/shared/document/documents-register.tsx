import { classNames } from '#ui/base/class-names.ts';
import { Register, RegisterTick } from '#ui/document-look/register.tsx';
import type { ReactNode } from 'react';
import styles from './documents-register.module.css';

/** The columns that a register of documents may have. */
const HEADS = {
  title: 'Título e Origem',
  subject: 'Assunto',
  ticket: 'Ticket/ofício',
  window: 'Janela de envio',
  sent: 'Enviado em',
  due: 'Vencimento',
  person: 'Responsável',
  reason: 'Justificativa',
  status: 'Status',
  tools: 'Ações',
} as const;

type Column = keyof typeof HEADS;

const WIDTHS: Readonly<Record<Column, string | undefined>> = {
  title: undefined,
  subject: styles.ticket,
  ticket: styles.ticket,
  window: styles.due,
  sent: styles.due,
  due: styles.due,
  person: styles.person,
  reason: styles.reason,
  status: styles.status,
  tools: styles.tools,
};

/**
 * A table of documents with the given columns, in their order. `tick`: the checkbox in the head of
 * the column of checkboxes. `due`: another heading for the limit date, and its sort order.
 * `className` may set `--ticket-width`, `--person-width` and `--tools-width`. `children`: the
 * bodies of the table.
 */
export function DocumentsRegister(props: {
  columns: readonly Column[];
  tick?: ReactNode;
  due?: { heading: ReactNode; sort: 'ascending' | 'descending' | 'none' } | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { columns, tick, due, className, children } = props;
  return (
    <Register className={classNames(styles.table, className)}>
      <thead>
        <tr>
          {tick === undefined ? null : <RegisterTick>{tick}</RegisterTick>}
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className={WIDTHS[column]}
              aria-sort={column === 'due' ? due?.sort : undefined}
            >
              {column === 'due' && due !== undefined ? due.heading : HEADS[column]}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </Register>
  );
}
