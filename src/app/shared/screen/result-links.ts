// Where a result of the search leads (rule B14): to the edit screen with the permission and within
// the person's scope, else to the directory, else nowhere.

import type { OrganizationRow, UserRow } from '#contract/reference-data.ts';
import type { Permission } from '#domain/permissions.ts';

type Reader = {
  readonly may: (permission: Permission) => boolean;
  readonly superAdmin: boolean;
  /** The reader's own sector. */
  readonly organizationId: number | null;
};

/** Address of a sector's result; null for plain text. */
export function sectorHref(sector: Pick<OrganizationRow, 'id'>, reader: Reader): string | null {
  const isInScope = reader.superAdmin || sector.id === reader.organizationId;
  if (isInScope && reader.may('update_organizations')) return `/admin/edit-organization/${sector.id}`;
  return reader.may('read_users') ? `/admin/users?setor=${sector.id}` : null;
}

/**
 * Address of a person's result; null for plain text. Only people whom the reader manages come with
 * their e-mail (rule B2).
 */
export function personHref(
  person: Pick<UserRow, 'id' | 'name' | 'last_name' | 'email'>,
  reader: Pick<Reader, 'may'>,
): string | null {
  if (person.email !== undefined && reader.may('update_users')) return `/admin/edit-user/${person.id}`;
  const name = encodeURIComponent(`${person.name} ${person.last_name}`.trim());
  return reader.may('read_users') ? `/admin/users?nome=${name}` : null;
}
