import type { OrganizationRow, RoleRow } from '#contract/reference-data.ts';
import { canAssignRole, hasPermission, isSuperAdmin } from '#domain/permissions.ts';
import { activeOrganizations } from '#mirror/questions/people.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ListOption } from '#ui/fields/option-row.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { useUnsentOptions } from '../../shared/form/unsent-options.ts';
import { type RoleSentence, roleSentences } from '../../text/manage/users.ts';

export type UserChoices = {
  /** The roles of the tenant. */
  readonly roles: readonly RoleRow[];
  /** Those that this person may give (rule B8). */
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
    const [roles, sectors] = await Promise.all([mirror.roles.toArray(), activeOrganizations(mirror)]);
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
