// Makes the sectors, roles, people, subjects and alerts of one tenant, and the look-ups by which
// the other seeds find them.

import { dayAt, type CalendarDay } from '#domain/dates.ts';
import { randomBytes } from 'node:crypto';
import { emailOf, type PersonSeed } from './people.ts';
import { ROLES } from '#domain/roles.ts';
import { SUBJECTS, type SectorSeed } from './places.ts';
import { alertsOn } from './papers.ts';
import type { RowBuffer } from './row-buffer.ts';

export const ZONE = 'America/Sao_Paulo';

export type TownSeed = {
  readonly tenantId: number;
  readonly acronym: string;
  readonly domain: string;
  readonly sectors: readonly SectorSeed[];
  readonly people: readonly PersonSeed[];
};

export type Town = {
  readonly tenantId: number;
  readonly acronym: string;
  readonly today: CalendarDay;
  readonly sectorId: (acronym: string) => number;
  readonly sectorName: (acronym: string) => string;
  readonly subjectId: (name: string) => number;
  readonly peopleOf: (acronym: string) => readonly number[];
  readonly person: (id: number) => PersonSeed;
  readonly superAdmins: readonly number[];
};

/** Every row of a seed belongs to the tenant's first change. */
export const FIRST_REV = 1;

export function seedTown(buffer: RowBuffer, seed: TownSeed & { now: number; passwordHash: string }): Town {
  const { tenantId } = seed;
  const common = { tenant_id: tenantId, rev: FIRST_REV };
  const sectors = new Map(
    seed.sectors.map((sector) => [sector.acronym, { id: buffer.id('organizations'), ...sector }]),
  );
  for (const { id, name, acronym, active } of sectors.values()) {
    buffer.add('organizations', { ...common, id, name, acronym, status: active === false ? 'inactive' : 'active' });
  }
  const roles = new Map(Object.keys(ROLES).map((name) => [name, buffer.id('roles')]));
  for (const [name, id] of roles) buffer.add('roles', { ...common, id, name, permissions: ROLES[name] ?? [] });
  const people = new Map(seed.people.map((person) => [buffer.id('users'), person]));
  for (const [id, person] of people) {
    buffer.add('users', {
      ...common,
      id,
      name: person.name,
      last_name: person.lastName,
      email: emailOf(person, seed.domain),
      password_hash: seed.passwordHash,
      organization_id: person.sector === null ? null : (sectors.get(person.sector)?.id ?? null),
      status: person.active === false ? 'inactive' : 'active',
      scope_epoch: 1,
      sealing_key: `\\x${randomBytes(32).toString('hex')}`,
      created_at: new Date(seed.now).toISOString(),
    });
    buffer.add('user_roles', { tenant_id: tenantId, user_id: id, role_id: roles.get(person.role) ?? 0, position: 0 });
  }
  const subjects = seedSubjects(buffer, {
    common,
    sectorIds: new Map([...sectors].map(([acronym, { id }]) => [acronym, id])),
  });
  const today = dayAt(seed.now, ZONE);
  for (const alert of alertsOn(today)) {
    const { title, description, limitDate, active } = alert;
    const status = active === false ? 'inactive' : 'active';
    buffer.add('alerts', { ...common, id: buffer.id('alerts'), title, description, limit_date: limitDate, status });
  }
  const idsWhere = (holds: (person: PersonSeed) => boolean): number[] =>
    [...people].filter(([, person]) => holds(person)).map(([id]) => id);
  return {
    tenantId,
    acronym: seed.acronym,
    today,
    sectorId: (acronym) => known(sectors.get(acronym), acronym).id,
    sectorName: (acronym) => known(sectors.get(acronym), acronym).name,
    subjectId: (name) => known(subjects.get(name), name),
    peopleOf: (acronym) => idsWhere((person) => person.sector === acronym && !READERS.has(person.role)),
    person: (id) => known(people.get(id), String(id)),
    superAdmins: idsWhere((person) => person.role === 'Super Admin'),
  };
}

/** Roles that neither write nor receive documents. */
const READERS: ReadonlySet<string> = new Set(['Consulta', 'Controle Interno']);

type Common = { readonly tenant_id: number; readonly rev: number };

function seedSubjects(
  buffer: RowBuffer,
  facts: { common: Common; sectorIds: ReadonlyMap<string, number> },
): Map<string, number> {
  const ids = new Map<string, number>();
  for (const { name, window, exempt, active } of SUBJECTS) {
    const id = buffer.id('document_subjects');
    ids.set(name, id);
    buffer.add('document_subjects', {
      ...facts.common,
      id,
      name,
      status: active === false ? 'inactive' : 'active',
      submission_start_day: window?.[0] ?? null,
      submission_end_day: window?.[1] ?? null,
    });
    for (const acronym of exempt ?? []) {
      const organizationId = facts.sectorIds.get(acronym);
      if (organizationId === undefined) continue;
      buffer.add('subject_exempt_organizations', {
        tenant_id: facts.common.tenant_id,
        subject_id: id,
        organization_id: organizationId,
      });
    }
  }
  return ids;
}

function known<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`the demonstration has no ${name}`);
  return found;
}
