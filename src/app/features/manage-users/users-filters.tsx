import { Select } from '#ui/fields/select.tsx';
import type { ShownRow } from '../../acts/rows/use-rows.ts';
import { USERS } from '../../text/users.ts';
import { groupUsers } from './group-users.ts';
import type { UsersSearch } from './users-search.ts';

const ALL = 'todos';

/** The filters by sector and by role, with the sectors and roles that the list has. */
export function UsersFilters(props: {
  rows: readonly ShownRow<'users'>[];
  search: UsersSearch;
  onSearch: (search: UsersSearch) => void;
}) {
  const { rows, search, onSearch } = props;
  const { setor, papel } = search;
  const roles = [...new Set(rows.map((row) => row.data.role).filter((role) => role !== null))].toSorted();
  return (
    <>
      <Select
        label={USERS.sector}
        appearance="toolbar"
        value={setor === undefined ? ALL : String(setor)}
        options={[
          { id: ALL, text: USERS.allSectors },
          ...groupUsers(rows).map(({ id, label }) => ({ id, text: label })),
        ]}
        onChange={(id) => {
          const { setor: _old, ...rest } = search;
          onSearch(id === ALL ? rest : { ...rest, setor: Number(id) });
        }}
      />
      <Select
        label={USERS.role}
        appearance="toolbar"
        value={papel ?? ALL}
        options={[{ id: ALL, text: USERS.allRoles }, ...roles.map((role) => ({ id: role, text: role }))]}
        onChange={(id) => {
          const { papel: _old, ...rest } = search;
          onSearch(id === ALL ? rest : { ...rest, papel: id });
        }}
      />
    </>
  );
}
