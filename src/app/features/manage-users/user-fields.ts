// What the form of a person holds, and what it misses. The password is none of it: it stays in
// memory and is never kept.

import type { ActiveStatus } from '#contract/scalars.ts';
import { PASSWORD_MIN_LENGTH } from '#domain/passwords.ts';
import { isBlank, lengthSeen } from '#domain/text.ts';
import type { Missing } from '../../shared/manage/form-fields.ts';
import { missingPassword, USER_FORM } from '../../text/manage/users.ts';

export type UserFields = {
  readonly name: string;
  readonly last_name: string;
  readonly email: string;
  readonly role_id: number | null;
  readonly organization_id: number | null;
  readonly status: ActiveStatus;
};

export const EMPTY_USER: UserFields = {
  name: '',
  last_name: '',
  email: '',
  role_id: null,
  organization_id: null,
  status: 'active',
};

/** The wire's names of the fields, in the order in which they stand. */
export const USER_PLACES = ['name', 'last_name', 'email', 'password', 'roles', 'organization_id', 'status'] as const;

const { missing } = USER_FORM;

/**
 * What is required and not filled (rule J3). A person who is edited may stay without a sector or a
 * role.
 */
export function missingOfUser(fields: UserFields, before: UserFields | null): Missing[] {
  const needsRole = before === null || before.role_id !== null;
  const needsSector = before === null || before.organization_id !== null;
  const said: (Missing | null)[] = [
    isBlank(fields.name) ? { field: 'name', word: missing.name } : null,
    isBlank(fields.last_name) ? { field: 'last_name', word: missing.last_name } : null,
    isBlank(fields.email) ? { field: 'email', word: missing.email } : null,
    needsRole && fields.role_id === null ? { field: 'roles', word: missing.role } : null,
    needsSector && fields.organization_id === null ? { field: 'organization_id', word: missing.organization } : null,
  ];
  return said.filter((one) => one !== null);
}

/**
 * The password: required for a new person, optional for one who is edited, and never shorter than
 * the rule says.
 */
export function missingOfPassword(password: string, isRequired: boolean): Missing[] {
  const typed = lengthSeen(password);
  const isEnough = typed >= PASSWORD_MIN_LENGTH || (typed === 0 && !isRequired);
  return isEnough ? [] : [{ field: 'password', word: missingPassword(typed, PASSWORD_MIN_LENGTH) }];
}
