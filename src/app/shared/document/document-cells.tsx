// The cells of a document in a `Register`, shared by all tables of documents. `query`: a search
// whose matches are underlined.

import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { Link } from '#ui/actions/link.tsx';
import { RowMeta } from '#ui/document-look/row-words.tsx';
import { spineClass } from '#ui/document-look/spine.ts';
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { dueHint } from '../../text/words/document.ts';
import { formatDay, fullName } from '../../text/words/format.ts';
import styles from './document-cells.module.css';
import { hrefOfDocument, spineOf } from './document-marks.ts';
import { DueLine } from './document-stamps.tsx';
import { Marked } from './marked.tsx';
import { Ticket } from './ticket.tsx';

type Cell = { document: ListedDocument; query?: string | undefined };

/**
 * The title as a link, over the sector of origin or over `meta`, with `children` below. `isFirst`:
 * draws the spine at the left of the cell. `href`: another address than the document's own.
 */
export function TitleCell(
  props: Cell & { meta?: string; isFirst?: boolean; href?: string | undefined; children?: ReactNode },
) {
  const { document, query, meta = document.origin?.name ?? 'Sem setor de origem', isFirst = false, children } = props;
  return (
    <th scope="row" className={isFirst ? spineClass(spineOf(document)) : undefined}>
      <Link href={props.href ?? hrefOfDocument(document)} tone="plain" className={styles.title}>
        <Words text={document.title} query={query} />
      </Link>
      <RowMeta>
        <Words text={meta} query={query} />
      </RowMeta>
      {children}
    </th>
  );
}

/** The ticket over the physical number, or over `meta`. */
export function TicketCell({ document, query, meta }: Cell & { meta?: string }) {
  const { person } = useProfile();
  return (
    <td>
      <span className={styles.main}>
        <Ticket acronym={person.acronym} number={document.number} localCode={document.localCode} />
      </span>
      <RowMeta>
        <Words text={meta ?? document.physical_document_number} query={query} />
      </RowMeta>
    </td>
  );
}

/** The limit date; only a date that has passed is red. */
export function DueCell({ document }: { document: ListedDocument }) {
  const { today } = useProfile();
  const hint = dueHint({ status: document.status, limitDate: document.limit_date }, today);
  return (
    <td>
      <span
        className={`${styles.main} ${document.status === 'overdue' ? (styles.overdue ?? '') : ''} ${
          document.pencil.limitDate ? (styles.pencilValue ?? '') : ''
        }`}
      >
        {formatDay(document.limit_date)}
      </span>
      {hint === null ? null : (
        <RowMeta>
          <DueLine due={hint} />
        </RowMeta>
      )}
    </td>
  );
}

/** The first responsible; in pencil while the transfer waits. */
export function ResponsibleCell({ document, query }: Cell) {
  const [first] = document.responsibles;
  if (first === undefined) {
    return (
      <td>
        <RowMeta>Sem responsável</RowMeta>
      </td>
    );
  }
  const isPencil = document.pencil.responsibles && !document.pencil.document;
  return (
    <td>
      <span className={`${styles.main} ${isPencil ? (styles.pencilValue ?? '') : ''}`}>
        {isPencil ? <Clock size={14} strokeWidth={2} aria-hidden /> : null}
        <Words text={fullName(first)} query={query} />
      </span>
      <RowMeta>{[first.organization?.acronym, isPencil ? 'na fila' : undefined].filter(Boolean).join(' · ')}</RowMeta>
    </td>
  );
}

function Words({ text, query }: { text: string; query: string | undefined }) {
  return query === undefined ? <span>{text}</span> : <Marked text={text} query={query} />;
}
