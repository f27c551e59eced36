import { rolesOf } from '#mirror/questions/people.ts';
import { canChangeAccount, SUPER_ADMIN } from '#domain/permissions.ts';
import { documentsLeftBy, type OpenCounts } from '#mirror/questions/deletion-effects.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useMemo } from 'react';
import { Select } from '#ui/fields/select.tsx';
import { useRowGestures } from '../../acts/rows/use-row-gestures.ts';
import { type ShownRow, useRows } from '../../acts/rows/use-rows.ts';
import { useProfile } from '../../profile/profile.tsx';
import { ManageList } from '../../shared/manage/manage-list.tsx';
import {
  type Column,
  type Consequence,
  type RowActs,
  type RowLocks,
  UNLOCKED,
  type RowGroup,
} from '../../shared/manage/managed-row.ts';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { movedText, USERS } from '../../text/manage/users.ts';
import { documentsNumber, EFFECTS } from '../../text/manage/manage.ts';
import { passesUsers, type UsersSearch } from './users-search.ts';
import { compareNames } from '#domain/text.ts';

const ALL = 'todos';

/** The filters by sector and by role, with the sectors and roles that the list has. */
function UsersFilters(props: {
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

/**
 * What deleting people brings with it: first how many unfinished documents lose their active
 * responsible (rule B11).
 */
function userConsequences(left: OpenCounts): Consequence[] {
  const counted = documentsNumber(left);
  const rest = left.open + left.overdue === 1 ? EFFECTS.losesResponsible : EFFECTS.loseResponsible;
  return [
    {
      id: 'documents',
      icon: 'documents',
      text:
        counted === null ? (
          EFFECTS.noDocuments
        ) : (
          <>
            <b>{counted}</b> <span>{rest}</span>
          </>
        ),
    },
    { id: 'people', icon: 'people', text: EFFECTS.sessions },
    { id: 'history', icon: 'history', text: EFFECTS.userHistory },
  ];
}

type User = ShownRow<'users'>;

const OWN_LOCKS: RowLocks = { on: null, off: USERS.ownOff, remove: USERS.ownRemove };
const HIGHER_LOCKS: RowLocks = { on: USERS.higher, off: USERS.higher, remove: USERS.higher };

const COLUMNS: readonly Column<User>[] = [
  { id: 'role', head: USERS.role, width: 156, cell: ({ data }) => data.role ?? USERS.noRole },
  { id: 'email', head: USERS.email, width: 252, cell: ({ data }) => data.email },
];

/** The list in which people are managed, by sector. */
export function UsersScreen(props: { search: UsersSearch; onSearch: (search: UsersSearch) => void }) {
  const { search, onSearch } = props;
  const { may, mirror, person, session, today } = useProfile();
  const rows = useManagedUsers();
  const gestures = useRowGestures('users');
  const movedFrom = useMovedFrom(rows);
  const isHigher = useHigherRoles();

  const consequencesOf = useCallback(
    async (going: readonly User[]) => {
      const userIds = going.flatMap(({ serverId }) => serverId ?? []);
      return userConsequences(await documentsLeftBy(mirror, { userIds, today }));
    },
    [mirror, today],
  );
  const { userId } = person;
  const locksOf = useCallback(
    ({ serverId, data }: User) =>
      serverId === userId ? OWN_LOCKS : isHigher(data.role ?? null) ? HIGHER_LOCKS : UNLOCKED,
    [userId, isHigher],
  );
  const acts: RowActs<User> = {
    ...gestures,
    editHref: may('update_users') ? ({ serverId }) => `/admin/edit-user/${serverId ?? ''}` : undefined,
    locksOf,
    consequencesOf,
    asksBeforeOff: true,
  };
  const passes = useCallback((row: User) => passesUsers(search, row.data), [search]);
  const sectorOf = (row: User) => row.data.organization?.acronym ?? USERS.noSector;
  const detailOf = (row: User) => {
    const from = movedFrom.get(row.key);
    return [sectorOf(row), from === undefined ? null : movedText(from)].filter((part) => part !== null).join(' · ');
  };

  return (
    <ManageList
      words={USERS}
      search={search}
      onSearch={onSearch}
      rows={rows}
      textOf={textOf}
      acts={acts}
      columns={COLUMNS}
      leadOf={({ data, pencil }) => <PersonAvatar person={data} size={36} isPencil={pencil.row} />}
      detailOf={detailOf}
      // The sector is the heading above the cards. A line names it only for a person whose move
      // waits to be sent.
      linesOf={(row) => [
        row.data.role ?? USERS.noRole,
        row.data.email ?? '',
        ...(movedFrom.has(row.key) ? [detailOf(row)] : []),
      ]}
      groupsOf={groupUsers}
      createHref={may('create_users') ? '/admin/create-users' : undefined}
      importHref={may('create_users') && session.rev !== undefined ? '/admin/import' : undefined}
      filters={<UsersFilters rows={rows ?? []} search={search} onSearch={onSearch} />}
      passes={passes}
      isFiltered={search.setor !== undefined || search.papel !== undefined}
    />
  );
}

/**
 * The people whom this person manages: those whose e-mail the server sent. Super Admins are among
 * them for Super Admins alone (rule B2).
 */
function useManagedUsers(): readonly User[] | undefined {
  const { person } = useProfile();
  const rows = useRows('users');
  return useMemo(
    () => rows?.filter(({ data }) => data.email !== undefined && (person.superAdmin || data.role !== SUPER_ADMIN)),
    [rows, person.superAdmin],
  );
}

/**
 * Returns whether this person could not assign a role. Accounts with such a role can't be changed
 * (rule B8; S20).
 */
function useHigherRoles(): (role: string | null) => boolean {
  const { mirror, session } = useProfile();
  const roles = useLiveQuery(() => rolesOf(mirror), [mirror]);
  return useMemo(() => {
    const higher = (roles ?? []).filter((role) => !canChangeAccount(session.roles, [role]));
    const names = new Set(higher.map((role) => role.name));
    return (role) => role !== null && names.has(role);
  }, [roles, session.roles]);
}

/**
 * Acronyms of the sectors that people leave by a move that waits to be sent, by the key of their
 * row.
 */
function useMovedFrom(rows: readonly User[] | undefined): ReadonlyMap<string, string> {
  const { mirror } = useProfile();
  const before = useLiveQuery(
    async () => new Map((await mirror.users.toArray()).map((user) => [user.id, user.organization?.acronym])),
    [mirror],
  );
  return useMemo(() => {
    const moving = (rows ?? []).filter((row) => row.waiting.includes('organization_id'));
    return new Map(moving.map((row) => [row.key, before?.get(row.serverId ?? 0) ?? USERS.noSector]));
  }, [rows, before]);
}

function textOf({ data, name }: User): string {
  const { organization, email = '', role } = data;
  return [name, email, role, organization?.name, organization?.acronym].filter(Boolean).join(' ');
}

type InSector = { readonly data: { readonly organization: { readonly id: number; readonly name: string } | null } };

/** Id of the group of people without a sector; ids of rows begin at 1. */
const NO_SECTOR = '0';

/**
 * People by sector: those without one first, then the sectors by name. The order of the people is
 * kept.
 */
export function groupUsers<Row extends InSector>(rows: readonly Row[]): RowGroup<Row>[] {
  const groups = new Map<string, { id: string; label: string; rows: Row[] }>();
  for (const row of rows) {
    const { organization } = row.data;
    const id = organization === null ? NO_SECTOR : String(organization.id);
    const group = groups.get(id) ?? { id, label: organization?.name ?? USERS.noSector, rows: [] };
    group.rows.push(row);
    groups.set(id, group);
  }
  return [...groups.values()].sort((left, right) => {
    if (left.id === NO_SECTOR || right.id === NO_SECTOR) return left.id === NO_SECTOR ? -1 : 1;
    return compareNames(left.label, right.label);
  });
}
