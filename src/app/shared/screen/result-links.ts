// Where a result of the search leads (rule B14): to the edit screen with the permission and within
// the person's scope, otherwise to the directory. Without the permission for the directory it leads
// nowhere.

import type { OrganizationRow, UserRow } from '#contract/reference-data.ts';
import type { Permission } from '#domain/permissions.ts';

type Reader = {
  readonly may: (permission: Permission) => boolean;
  readonly superAdmin: boolean;
  /** The reader's own sector. */
  readonly organizationId: number | null;
};

/** The address of a sector's result; null: the result is plain text, without a link. */
export function sectorHref(sector: Pick<OrganizationRow, 'id'>, reader: Reader): string | null {
  const isInScope = reader.superAdmin || sector.id === reader.organizationId;
  if (isInScope && reader.may('update_organizations')) return `/admin/edit-organization/${sector.id}`;
  return reader.may('read_users') ? `/admin/users?setor=${sector.id}` : null;
}

/**
 * The address of a person's result; null: the result is plain text, without a link. Only a row that
 * the reader manages comes with its e-mail (rule B2), so the e-mail says whether the edit screen is
 * in scope.
 */
export function personHref(
  person: Pick<UserRow, 'id' | 'name' | 'last_name' | 'email'>,
  reader: Pick<Reader, 'may'>,
): string | null {
  if (person.email !== undefined && reader.may('update_users')) return `/admin/edit-user/${person.id}`;
  const name = encodeURIComponent(`${person.name} ${person.last_name}`.trim());
  return reader.may('read_users') ? `/admin/users?nome=${name}` : null;
}
