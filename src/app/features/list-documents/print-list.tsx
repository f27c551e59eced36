// The whole list on office paper, in its order and under its filters, not only the page on screen.

import { type DocumentFilters, listDocuments } from '#mirror/questions/list-documents.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { Paper, PaperTable } from '../../acts/print/paper.tsx';
import type { PrintFacts } from '../../acts/print/print-sheet.tsx';
import type { Profile } from '../../profile/profile.tsx';
import { checkedText, PRINT } from '../../text/document/view-document.ts';
import { LIST, LIST_PAPER, printedCount } from '../../text/lists/list.ts';
import { documentHeading, LOCAL_LABEL, STATUS_LABEL } from '../../text/words/document.ts';
import { formatDay, fullName } from '../../text/words/format.ts';

/** The most rows of one printing, about 40 pages. */
const PRINTED_MAX = 1000;

/** The rows of the whole list, at most `PRINTED_MAX`, and how many it has. */
export async function rowsToPrint(
  { mirror, person, today, zone }: Profile,
  filters: DocumentFilters,
): Promise<{ readonly rows: readonly ListedDocument[]; readonly total: number }> {
  const asked = { filters: { ...filters, page: 1 }, person, today, zone, perPage: PRINTED_MAX };
  const { rows, total } = await listDocuments(mirror, asked);
  return { rows, total };
}

type Props = {
  readonly facts: PrintFacts;
  readonly title: string;
  readonly rows: readonly ListedDocument[];
  readonly total: number;
  /** The filters in force, in words. */
  readonly filters: readonly string[];
};

export function ListPaper({ facts, title, rows, total, filters }: Props) {
  const subtitle = printedCount(rows.length, total);
  return (
    <Paper facts={facts} title={title} subtitle={subtitle} source={checkedText(facts.checkedAtMs, facts) ?? ''}>
      {filters.length === 0 ? null : <p>{`${LIST.filters}: ${filters.join(' · ')}`}</p>}
      <PaperTable
        titles={[
          LIST_PAPER.number,
          LIST_PAPER.title,
          LIST.subject,
          LIST.organization,
          LIST.responsible,
          PRINT.deadline,
          LIST.status,
        ]}
        numbers={[]}
        rows={rows.map((document) => ({
          key: document.key,
          cells: [
            documentHeading(document),
            document.title,
            document.subject.name,
            document.organizations.map(({ acronym }) => acronym).join(', '),
            document.responsibles.map(fullName).join(', '),
            formatDay(document.limit_date),
            document.pencil.document ? LOCAL_LABEL : STATUS_LABEL[document.status],
          ],
        }))}
      />
    </Paper>
  );
}
