import { countOfSubject } from '#mirror/questions/count-documents.ts';
import { copyBoundOf } from '#mirror/questions/cover.ts';
import { useCallback } from 'react';
import { useRowGestures } from '../../acts/rows/use-row-gestures.ts';
import { type ShownRow, useRows } from '../../acts/rows/use-rows.ts';
import { useProfile } from '../../profile/profile.tsx';
import { ManageList } from '../../shared/manage/manage-list.tsx';
import type { ManageSearch } from '../../shared/manage/manage-search.ts';
import type { Column, Consequence, ManageWords } from '../../shared/manage/managed-row.ts';
import {
  keepTheirSubject,
  removeSubjects,
  SUBJECTS,
  subjectsCount,
  windowCell,
} from '../../text/manage/document-subjects.ts';

type Row = ShownRow<'document_subjects'>;

const WORDS: ManageWords = {
  ...SUBJECTS,
  count: subjectsCount,
  remove: { one: SUBJECTS.removeOne, many: removeSubjects },
};

const textOf = (row: Row) => row.name;
const editHrefOf = (row: Row) => `/admin/edit-document-subjects/${row.serverId ?? encodeURIComponent(row.key)}`;
const windowOfRow = ({ data }: Row) => windowCell(data.submission_start_day, data.submission_end_day);
const exemptOf = ({ data }: Row) =>
  data.exempt_submission_date_organizations.map((sector) => sector.acronym).join(', ') || '–';

const COLUMNS: Column<Row>[] = [
  { id: 'window', head: SUBJECTS.windowHead, width: 148, cell: windowOfRow },
  { id: 'exempt', head: SUBJECTS.exemptHead, width: 180, cell: exemptOf },
];

export function SubjectsScreen(props: { search: ManageSearch; onSearch: (search: ManageSearch) => void }) {
  const { may, mirror } = useProfile();
  const rows = useRows('document_subjects');
  const gestures = useRowGestures('document_subjects');

  const consequencesOf = useCallback(
    async (going: readonly Row[]): Promise<Consequence[]> => {
      if ((await copyBoundOf(mirror)) !== null) {
        return [{ id: 'documents', icon: 'documents', text: SUBJECTS.allKeepTheirs }];
      }
      const ids = going.flatMap(({ serverId }) => serverId ?? []);
      const counts = await Promise.all(ids.map((id) => countOfSubject(mirror, id)));
      const documents = counts.reduce((sum, count) => sum + count, 0);
      return documents === 0 ? [] : [{ id: 'documents', icon: 'documents', text: keepTheirSubject(documents) }];
    },
    [mirror],
  );

  return (
    <ManageList
      words={WORDS}
      search={props.search}
      onSearch={props.onSearch}
      rows={rows}
      textOf={textOf}
      createHref={may('create_document_subjects') ? '/admin/create-document-subjects' : undefined}
      acts={{ ...gestures, editHref: may('update_document_subjects') ? editHrefOf : undefined, consequencesOf }}
      columns={COLUMNS}
      detailOf={() => null}
      linesOf={(row) => [`${SUBJECTS.windowHead}: ${windowOfRow(row)}`]}
    />
  );
}
