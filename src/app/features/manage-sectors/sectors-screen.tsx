import { sectorEffects } from '#mirror/questions/deletion-effects.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useMemo } from 'react';
import { useRowGestures } from '../../acts/rows/use-row-gestures.ts';
import { type ShownRow, useRows } from '../../acts/rows/use-rows.ts';
import { useProfile } from '../../profile/profile.tsx';
import { ManageList } from '../../shared/manage/manage-list.tsx';
import type { ManageSearch } from '../../shared/manage/manage-search.ts';
import type { Column, RowActs } from '../../shared/manage/managed-row.ts';
import { peopleOfSectorText, SECTORS } from '../../text/sectors.ts';
import { countPeople, type PeopleCount } from './count-people.ts';
import { sectorConsequences } from './sector-consequences.tsx';

type Sector = ShownRow<'organizations'>;

const NO_PEOPLE: PeopleCount = { all: 0, active: 0 };

/** The list in which sectors are managed. */
export function SectorsScreen(props: { search: ManageSearch; onSearch: (search: ManageSearch) => void }) {
  const { may, mirror, today } = useProfile();
  const rows = useRows('organizations');
  const people = useLiveQuery(async () => countPeople(await mirror.users.toArray()), [mirror]);
  const gestures = useRowGestures('organizations');

  const peopleOf = useCallback(
    ({ serverId }: Sector) => peopleOfSectorText((serverId === null ? null : people?.get(serverId)) ?? NO_PEOPLE),
    [people],
  );
  const columns = useMemo(
    (): Column<Sector>[] => [{ id: 'people', head: 'Pessoas', width: 200, cell: peopleOf }],
    [peopleOf],
  );
  const consequencesOf = useCallback(
    async (going: readonly Sector[]) => {
      const sectorIds = going.flatMap(({ serverId }) => serverId ?? []);
      return sectorConsequences(await sectorEffects(mirror, { sectorIds, today }));
    },
    [mirror, today],
  );
  const acts: RowActs<Sector> = {
    ...gestures,
    editHref: may('update_organizations') ? editHrefOf : undefined,
    consequencesOf,
  };

  return (
    <ManageList
      words={SECTORS}
      search={props.search}
      onSearch={props.onSearch}
      rows={rows}
      textOf={textOf}
      acts={acts}
      columns={columns}
      detailOf={({ data }) => data.acronym}
      linesOf={(row) => [row.data.acronym, peopleOf(row)]}
      createHref={may('create_organizations') ? '/admin/create-organizations' : undefined}
    />
  );
}

function editHrefOf({ serverId, key }: Sector): string {
  return `/admin/edit-organization/${serverId ?? encodeURIComponent(key)}`;
}

function textOf({ data }: Sector): string {
  return `${data.name} ${data.acronym}`;
}
