// What the forms of a person share: their fields, which of them are missing, the choices, and the
// key of a press. The password is no field: it stays in memory and is never stored.

import type { ActiveStatus } from '#contract/scalars.ts';
import { PASSWORD_MIN_LENGTH } from '#domain/passwords.ts';
import { isBlank, lengthSeen } from '#domain/text.ts';
import type { Missing } from '../../shared/manage/form-fields.ts';
import { missingPassword, USER_FORM, type RoleSentence, roleSentences } from '../../text/manage/users.ts';
import type { OrganizationRow, RoleRow } from '#contract/reference-data.ts';
import { canAssignRole, hasPermission, isSuperAdmin } from '#domain/permissions.ts';
import { activeOrganizations, rolesOf } from '#mirror/questions/people.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ListOption } from '#ui/fields/option-row.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { useUnsentOptions } from '../../shared/form/sector-options.ts';
import { useRef } from 'react';
import type { FormOutcome } from '../../shared/manage/use-manage-form.ts';
import type { WriteRefused } from '../../online/direct-write.ts';

export type UserFields = {
  readonly name: string;
  readonly last_name: string;
  readonly email: string;
  readonly job_title: string;
  readonly registration: string;
  readonly role_id: number | null;
  readonly organization_id: number | null;
  readonly status: ActiveStatus;
};

export const EMPTY_USER: UserFields = {
  name: '',
  last_name: '',
  email: '',
  job_title: '',
  registration: '',
  role_id: null,
  organization_id: null,
  status: 'active',
};

/** The wire's names of the fields, in their order on the screen. */
export const USER_PLACES = [
  'name',
  'last_name',
  'email',
  'job_title',
  'registration',
  'password',
  'roles',
  'organization_id',
  'status',
] as const;

const { missing } = USER_FORM;

/**
 * The required fields that are empty (rule J3). A stored person who has no sector or no role may
 * stay without one.
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

export type UserChoices = {
  readonly roles: readonly RoleRow[];
  /** The roles that this person may give (rule B8). */
  readonly assignable: readonly RoleRow[];
  /** The sectors that this person may choose (rule B2). */
  readonly sectors: readonly OrganizationRow[];
  /** Sectors made here, as options that can't be chosen before they are sent. */
  readonly waitingSectors: readonly ListOption[];
};

/** What the form of a person offers; undefined while it is being read. */
export function useChoices(): UserChoices | undefined {
  const { mirror, session } = useProfile();
  const unsent = useUnsentOptions('organizations');
  const read = useLiveQuery(async () => {
    const [roles, sectors] = await Promise.all([rolesOf(mirror), activeOrganizations(mirror)]);
    return { roles, sectors };
  }, [mirror]);
  if (read === undefined) return undefined;
  const admin = isSuperAdmin(session.roles);
  return {
    roles: read.roles,
    assignable: read.roles.filter((role) => canAssignRole(session.roles, role)),
    sectors: admin ? read.sectors : read.sectors.filter((sector) => sector.id === session.organization_id),
    waitingSectors: admin ? unsent : [],
  };
}

/** What a role may do, in sentences. */
export function sentencesOf(role: RoleRow): RoleSentence[] {
  return roleSentences((permission) => hasPermission([role], permission), isSuperAdmin([role]));
}

/**
 * The key of a call to the server. An unchanged call that is sent again, because no answer came,
 * has the same key, so that it has one effect; a changed call has a new one.
 */
export function useSamePress(): (said: unknown) => string {
  const { commandContext } = useProfile();
  const last = useRef<{ readonly said: string; readonly key: string } | null>(null);
  return (said) => {
    const words = JSON.stringify(said);
    if (last.current?.said !== words) last.current = { said: words, key: commandContext.newId() };
    return last.current.key;
  };
}

/** Why a person was not saved, for the form. `unanswered`: the sentence for a lost answer. */
export function notSaved(refused: WriteRefused, unanswered: string): FormOutcome {
  if (refused.kind === 'refused') return refused;
  return { kind: 'refused', errors: { '': [refused.kind === 'login' ? USER_FORM.needsLogin : unanswered] } };
}
