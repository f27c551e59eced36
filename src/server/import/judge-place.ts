// Judges the cells of a sheet that say where a person belongs: the sector and the roles.

import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { canAssignRole } from '#domain/permissions.ts';
import { acronymOf } from '#domain/text.ts';
import { type ResolvedRole, ROLE_TOO_HIGH } from '../commands/people/resolve-roles.ts';
import { OWN_SECTOR } from '../commands/people/save-user.ts';
import type { Actor } from '../policies/actor.ts';
import type { Judging } from './judged-line.ts';
import { nearName } from './near-name.ts';
import type { Sector } from './plan-sectors.ts';
import type { Person } from './read-people.ts';
import { folded, type PersonColumn } from './read-sheet.ts';

/** Roles in one cell. Each name is compared with every role, and a cell may have 10,000 letters. */
const ROLES_MAX = 20;

/** The sectors and roles of the tenant, as the cells of a sheet name them. */
export type Places = {
  readonly byAcronym: ReadonlyMap<string, Sector>;
  readonly byName: ReadonlyMap<string, Sector>;
  /** Undefined for a Super Admin, who may put people into any sector. */
  readonly ownSector: Sector | undefined;
  readonly roles: readonly ResolvedRole[];
  /**
   * The known name that `text` may be a misspelling of, among the sectors that the author may use.
   */
  readonly nearSector: (text: string) => string | undefined;
  readonly nearRole: (text: string) => string | undefined;
};

export function placesFor(
  actor: Actor,
  { sectors, roles }: { readonly sectors: readonly Sector[]; readonly roles: readonly ResolvedRole[] },
): Places {
  const ownSector = actor.superAdmin ? undefined : sectors.find((sector) => sector.id === actor.organizationId);
  const usable = sectors.filter((one) => one.status === 'active' && (actor.superAdmin || one.id === ownSector?.id));
  // The last entry of a key stays in a Map. Reversed, so that the first sector with a key counts.
  const inTurn = sectors.toReversed();
  return {
    byAcronym: new Map(inTurn.map((sector) => [sector.acronym.toLowerCase(), sector])),
    byName: new Map(inTurn.map((sector) => [folded(sector.name), sector])),
    ownSector,
    roles,
    nearSector: nearName([...usable.map(({ name }) => name), ...usable.map(({ acronym }) => acronym)]),
    nearRole: nearName(roles.filter((role) => canAssignRole(actor.roles, role)).map(({ name }) => name)),
  };
}

type CellJudgement = {
  readonly actor: Actor;
  readonly places: Places;
  readonly current: Person | undefined;
  readonly cell: string | undefined;
};

/**
 * The sector that the cell names by acronym or by name (rules B2, B8, B12). Undefined when the cell
 * is empty and the person keeps their sector, and when the cell is refused.
 */
export function judgeSector(
  judging: Judging<PersonColumn>,
  { actor, places, current, cell }: CellJudgement,
): Sector | undefined {
  if (cell === undefined) {
    if (current !== undefined) return undefined;
    const own = places.ownSector;
    if (own === undefined) judging.refuse('sector', REFUSAL_TEXT.required);
    return own;
  }
  const sector = places.byAcronym.get(acronymOf(cell).toLowerCase()) ?? places.byName.get(folded(cell));
  if (sector === undefined) {
    const near = places.nearSector(cell);
    const isNone = `Não há setor com a sigla ou o nome “${cell}”.`;
    judging.refuse('sector', near === undefined ? isNone : `O setor “${cell}” não existe. É ${near}?`);
    return undefined;
  }
  if (sector.id === current?.organization_id) return sector;
  if (!actor.superAdmin && sector.id !== actor.organizationId) judging.refuse('sector', OWN_SECTOR);
  else if (sector.status !== 'active') judging.refuse('sector', REFUSAL_TEXT.organization_inactive);
  return sector;
}

/** The roles that the cell names; for an empty cell, the roles that the person has. */
export function judgeRoles(
  judging: Judging<PersonColumn>,
  { actor, places, current, cell }: CellJudgement,
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
  if (named.length === 0) judging.refuse('roles', REFUSAL_TEXT.required);
  if (named.length > ROLES_MAX) {
    judging.refuse('roles', `No máximo ${ROLES_MAX} papéis por pessoa.`);
    return [];
  }
  const found = named.flatMap((text) => {
    const role =
      places.roles.find((one) => one.name === text) ?? places.roles.find((one) => folded(one.name) === folded(text));
    if (role === undefined) {
      const near = places.nearRole(text);
      const isNone = `Não há papel com o nome “${text}”.`;
      judging.refuse('roles', near === undefined ? isNone : `O papel “${text}” não existe. É ${near}?`);
    }
    return role ?? [];
  });
  const asked = [...new Map(found.map((role) => [role.id, role])).values()];
  const held = current?.roles.map((role) => role.id).join();
  if (held !== asked.map((role) => role.id).join() && asked.some((role) => !canAssignRole(actor.roles, role)))
    judging.refuse('roles', ROLE_TOO_HIGH);
  return asked;
}
