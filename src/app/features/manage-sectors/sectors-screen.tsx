import { sectorEffects, type SectorEffects } from '#mirror/questions/deletion-effects.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useMemo } from 'react';
import type { UserRow } from '#contract/reference-data.ts';
import { useRowGestures } from '../../acts/rows/use-row-gestures.ts';
import { type ShownRow, useRows } from '../../acts/rows/use-rows.ts';
import { useProfile } from '../../profile/profile.tsx';
import { ManageList } from '../../shared/manage/manage-list.tsx';
import type { ManageSearch } from '../../shared/manage/manage-search.ts';
import type { Column, Consequence, RowActs } from '../../shared/manage/managed-row.ts';
import { peopleOfSectorText, SECTORS } from '../../text/manage/sectors.ts';
import { documentsNumber, EFFECTS, leftWithoutSector, modelsText } from '../../text/manage/manage.ts';
import { joined, fullName } from '../../text/words/format.ts';

/** How many people are named; the others are counted. */
const NAMED = 3;

/** The consequences of deleting sectors, a line for each number that is not zero. */
function sectorConsequences({ people, documents, models }: SectorEffects): Consequence[] {
  const lines: Consequence[] = [];
  if (people.length > 0) {
    const named = people.slice(0, NAMED).map(fullName);
    const others = people.length - named.length;
    const names = joined(others === 0 ? named : [...named, `mais ${others}`]);
    lines.push({
      id: 'people',
      icon: 'people',
      text: <Line number={leftWithoutSector(people.length)} rest={`${names}.`} />,
    });
  }
  const counted = documentsNumber(documents);
  if (counted !== null) {
    const isOne = documents.open + documents.overdue === 1;
    const rest = isOne ? EFFECTS.staysWithResponsible : EFFECTS.stayWithResponsibles;
    lines.push({ id: 'documents', icon: 'documents', text: <Line number={counted} rest={rest} /> });
  }
  if (models > 0) {
    const { number, rest } = modelsText(models);
    lines.push({ id: 'models', icon: 'models', text: <Line number={number} rest={rest} /> });
  }
  return [...lines, { id: 'history', icon: 'history', text: EFFECTS.sectorHistory }];
}

function Line({ number, rest }: { number: string; rest: string }) {
  return (
    <>
      <b>{number}</b> <span>{rest}</span>
    </>
  );
}

/** How many people a sector has, and how many of them are active. */
type PeopleCount = { readonly all: number; readonly active: number };

/** People by the id of their sector; deleted ones don't count. */
function countPeople(users: readonly UserRow[]): ReadonlyMap<number, PeopleCount> {
  const counts = new Map<number, PeopleCount>();
  for (const { organization, deleted, status } of users) {
    if (organization === null || deleted) continue;
    const { all, active } = counts.get(organization.id) ?? { all: 0, active: 0 };
    counts.set(organization.id, { all: all + 1, active: active + (status === 'active' ? 1 : 0) });
  }
  return counts;
}

type Sector = ShownRow<'organizations'>;

const NO_PEOPLE: PeopleCount = { all: 0, active: 0 };

export function SectorsScreen(props: { search: ManageSearch; onSearch: (search: ManageSearch) => void }) {
  const { may, mirror, session, today } = useProfile();
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
      importHref={may('create_organizations') && session.rev !== undefined ? '/admin/import?de=setores' : undefined}
    />
  );
}

function editHrefOf({ serverId, key }: Sector): string {
  return `/admin/edit-organization/${serverId ?? encodeURIComponent(key)}`;
}

function textOf({ data }: Sector): string {
  return `${data.name} ${data.acronym}`;
}
