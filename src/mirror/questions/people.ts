import {
  type DocumentSubjectRow,
  type OrganizationRow,
  type RoleRow,
  type UserRow,
  wholeRole,
} from '#contract/reference-data.ts';
import { compareNames } from '#domain/text.ts';
import { SUPER_ADMIN } from '#domain/permissions.ts';
import type { Mirror } from '../store/schema.ts';
import { type ReferenceRow, referenceRows, registeredRows } from './reference-rows.ts';

/**
 * People to whom a document may be sent (rules B2, B12), by name; of one sector when
 * `organizationId` is given.
 */
export async function activePeople(
  mirror: Mirror,
  { organizationId }: { organizationId?: number | undefined } = {},
): Promise<UserRow[]> {
  const users = await registeredRows(mirror, 'users');
  return users
    .filter((user) => user.status === 'active' && !user.deleted)
    .filter((user) => organizationId === undefined || user.organization?.id === organizationId)
    .sort((left, right) => compareNames(`${left.name} ${left.last_name}`, `${right.name} ${right.last_name}`));
}

/** Sectors to which a document may be sent, by name. */
export async function activeOrganizations(mirror: Mirror): Promise<OrganizationRow[]> {
  return active(await registeredRows(mirror, 'organizations'));
}

/** Subjects a new document may have, by name. */
export async function creatableSubjects(mirror: Mirror): Promise<DocumentSubjectRow[]> {
  return active(await registeredRows(mirror, 'document_subjects'));
}

/**
 * Active sectors or subjects that were made on this device and are not registered yet, by name. No
 * command can name one of them, because it has no id before it is registered (S58).
 */
export async function unsentRows<Collection extends 'organizations' | 'document_subjects'>(
  mirror: Mirror,
  collection: Collection,
): Promise<ReferenceRow<Collection>[]> {
  const rows = await referenceRows(mirror, collection);
  return rows.filter(({ serverId, row }) => serverId === null && row.status === 'active');
}

/** People who can give permissions: the active Super Admins, by name. */
export async function superAdmins(mirror: Mirror): Promise<UserRow[]> {
  return (await activePeople(mirror)).filter((person) => person.role === SUPER_ADMIN);
}

/**
 * Any person of the tenant, also a deactivated or deleted one; undefined when the mirror does not
 * know them.
 */
export async function personOf(mirror: Mirror, userId: number): Promise<UserRow | undefined> {
  return mirror.users.get(userId);
}

/**
 * Any sector of the tenant, also a deactivated or deleted one; undefined when the mirror does not
 * know it.
 */
export async function sectorOf(mirror: Mirror, organizationId: number | null): Promise<OrganizationRow | undefined> {
  return organizationId === null ? undefined : mirror.organizations.get(organizationId);
}

function active<Row extends OrganizationRow | DocumentSubjectRow>(rows: readonly Row[]): Row[] {
  return rows
    .filter((row) => row.status === 'active' && !row.deleted)
    .sort((left, right) => compareNames(left.name, right.name));
}

/** The roles of the tenant, each with all its permissions. */
export async function rolesOf(mirror: Mirror): Promise<RoleRow[]> {
  return (await mirror.roles.toArray()).map(wholeRole);
}

export type NameBook = {
  readonly people: ReadonlyMap<number, UserRow>;
  readonly sectors: ReadonlyMap<number, OrganizationRow>;
  readonly subjects: ReadonlyMap<number, DocumentSubjectRow>;
};

/**
 * All people, sectors and subjects by id, also those no longer active, to describe a command with.
 */
export async function nameBook(mirror: Mirror): Promise<NameBook> {
  const [people, sectors, subjects] = await Promise.all([
    registeredRows(mirror, 'users'),
    registeredRows(mirror, 'organizations'),
    registeredRows(mirror, 'document_subjects'),
  ]);
  return {
    people: new Map(people.map((row) => [row.id, row])),
    sectors: new Map(sectors.map((row) => [row.id, row])),
    subjects: new Map(subjects.map((row) => [row.id, row])),
  };
}
