// Where a person of a sheet belongs: the sector and the roles that its line names (rules B2, B8,
// B12).

import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { canAssignRole } from '#domain/permissions.ts';
import { acronymOf } from '#domain/text.ts';
import { ROLE_TOO_HIGH, type ResolvedRole } from '../commands/people/resolve-roles.ts';
import { OWN_SECTOR } from '../commands/people/save-user.ts';
import type { Actor } from '../policies/actor.ts';
import type { Judging } from './judged-line.ts';
import type { Sector } from './plan-sectors.ts';
import type { Person } from './read-people.ts';
import { folded } from './read-sheet.ts';
import type { PersonColumn } from './columns.ts';

type Place = { readonly actor: Actor; readonly current: Person | undefined; readonly cell: string | undefined };

/**
 * The sector that the cell names by acronym or by name; undefined where the person stays where they
 * are.
 */
export function judgeSector(
  judging: Judging<PersonColumn>,
  { actor, current, cell, sectors }: Place & { readonly sectors: readonly Sector[] },
): Sector | undefined {
  if (cell === undefined) {
    if (current !== undefined) return undefined;
    const own = actor.superAdmin ? undefined : sectors.find((sector) => sector.id === actor.organizationId);
    if (own === undefined) judging.refuse('sector', REFUSAL_TEXT.required);
    return own;
  }
  const acronym = acronymOf(cell).toLowerCase();
  const sector =
    sectors.find((one) => one.acronym.toLowerCase() === acronym) ??
    sectors.find((one) => folded(one.name) === folded(cell));
  if (sector === undefined) {
    judging.refuse('sector', `Não há setor com a sigla ou o nome “${cell}”.`);
    return undefined;
  }
  if (sector.id === current?.organization_id) return sector;
  if (!actor.superAdmin && sector.id !== actor.organizationId) judging.refuse('sector', OWN_SECTOR);
  else if (sector.status !== 'active') judging.refuse('sector', REFUSAL_TEXT.organization_inactive);
  return sector;
}

/** The roles that the cell names, or those that the person has. */
export function judgeRoles(
  judging: Judging<PersonColumn>,
  { actor, current, cell, roles }: Place & { readonly roles: readonly ResolvedRole[] },
): readonly ResolvedRole[] {
  if (cell === undefined) {
    if (current !== undefined) return current.roles;
    judging.refuse('roles', REFUSAL_TEXT.required);
    return [];
  }
  const named = cell
    .split('|')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const found = named.flatMap((text) => {
    const role = roles.find((one) => one.name === text) ?? roles.find((one) => folded(one.name) === folded(text));
    if (role === undefined) judging.refuse('roles', `Não há papel com o nome “${text}”.`);
    return role ?? [];
  });
  const asked = [...new Map(found.map((role) => [role.id, role])).values()];
  const held = current?.roles.map((role) => role.id).join();
  if (held !== asked.map((role) => role.id).join() && asked.some((role) => !canAssignRole(actor.roles, role)))
    judging.refuse('roles', ROLE_TOO_HIGH);
  return asked;
}
