import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { RegisterGroup, RegisterRow } from '#ui/document-look/register.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { CornerDownRight } from 'lucide-react';
import { RowMenu } from '../../acts/listing/row-menu.tsx';
import { useRowActs } from '../../acts/listing/use-row-acts.tsx';
import { DueCell, ResponsibleCell, TicketCell, TitleCell } from '../../shared/document/document-cells.tsx';
import { DocumentsRegister } from '../../shared/document/documents-register.tsx';
import { DocumentStamps } from '../../shared/document/document-stamps.tsx';
import { Marked } from '../../shared/document/marked.tsx';
import type { FoundGroup } from './found-groups.ts';
import { excerptOf, numbersOf } from './found-lines.tsx';
import styles from './found-table.module.css';

const COLUMNS = ['title', 'ticket', 'due', 'person', 'status', 'tools'] as const;

/**
 * What was found as a register: the row of the list of documents without its tick, one body per
 * group.
 */
export function FoundTable({ groups, query }: { groups: readonly FoundGroup[]; query: string }) {
  const { acts, dialogs } = useRowActs();
  return (
    <>
      <DocumentsRegister columns={COLUMNS} className={styles.table}>
        {groups.map(({ id, name, count, rows }) => (
          <tbody key={id}>
            <RegisterGroup>
              <th scope="rowgroup" colSpan={COLUMNS.length}>
                <SectionLabel count={count}>{name}</SectionLabel>
              </th>
            </RegisterGroup>
            {rows.map(({ document, passage }) => (
              <RegisterRow key={document.key} rowKey={document.key} isPencil={document.pencil.document}>
                <TitleCell document={document} query={query} meta={sectorsOf(document)} isFirst>
                  {passage === null ? null : (
                    <p className={styles.passage}>
                      <CornerDownRight size={16} strokeWidth={1.75} aria-hidden />
                      <span>
                        <Marked text={excerptOf(passage, query)} query={query} />
                      </span>
                    </p>
                  )}
                </TitleCell>
                <TicketCell document={document} query={query} meta={numbersOf(document)} />
                <DueCell document={document} />
                <ResponsibleCell document={document} query={query} />
                <td>
                  <DocumentStamps document={document} isStacked />
                </td>
                <td>
                  <RowMenu document={document} acts={acts} />
                </td>
              </RegisterRow>
            ))}
          </tbody>
        ))}
      </DocumentsRegister>
      {dialogs}
    </>
  );
}

/** `Obras e Infraestrutura · para SEMTRAN`: where the document comes from and its first sector. */
function sectorsOf({ origin, organizations }: ListedDocument): string {
  const [first] = organizations;
  const from = origin?.name ?? 'Sem setor de origem';
  return first === undefined || first.id === origin?.id ? from : `${from} · para ${first.acronym}`;
}
