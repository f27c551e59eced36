// A small town hall: three sectors, four people. Ana (7) is logged in unless a test says otherwise.

import type { DocumentSubjectRow, OrganizationRow, UserRow } from '#contract/reference-data.ts';
import type { OrganizationRef, PersonRef } from '#contract/scalars.ts';
import type { SessionUser } from '#contract/session.ts';
import type { Permission } from '#domain/permissions.ts';
import { NOW, ZONE } from './moments.ts';

export const SECTORS = {
  works: { id: 1, name: 'Obras', acronym: 'SEMOB' },
  traffic: { id: 2, name: 'Trânsito', acronym: 'SEMTRAN' },
  archive: { id: 3, name: 'Arquivo', acronym: 'ARQ' },
} as const satisfies Record<string, OrganizationRef>;

export const PEOPLE = {
  ana: { id: 7, name: 'Ana', last_name: 'Lima', organization: SECTORS.works },
  bia: { id: 8, name: 'Bia', last_name: 'Souza', organization: SECTORS.traffic },
  caio: { id: 9, name: 'Caio', last_name: 'Porto', organization: SECTORS.archive },
  davi: { id: 10, name: 'Davi', last_name: 'Nunes', organization: SECTORS.traffic },
} as const satisfies Record<string, PersonRef>;

export function buildUser(person: PersonRef, overrides: Partial<UserRow> = {}): UserRow {
  return { ...person, rev: 1, role: 'Servidor', status: 'active', image: null, deleted: false, ...overrides };
}

export function buildOrganization(sector: OrganizationRef, overrides: Partial<OrganizationRow> = {}): OrganizationRow {
  return { ...sector, rev: 1, status: 'active', deleted: false, ...overrides };
}

export function buildSubject(overrides: Partial<DocumentSubjectRow> = {}): DocumentSubjectRow {
  return {
    id: 1,
    rev: 1,
    name: 'Sinalização viária',
    status: 'active',
    submission_start_day: null,
    submission_end_day: null,
    exempt_submission_date_organizations: [],
    deleted: false,
    ...overrides,
  };
}

/** The one role of a session, with these permissions. */
export function buildRoles(name: string, permissions: readonly Permission[]): SessionUser['roles'] {
  return [{ id: 1, name, permissions: permissions.map((one) => ({ name: one })) }];
}

export function buildSession(overrides: Partial<SessionUser> = {}): SessionUser {
  return {
    id: PEOPLE.ana.id,
    name: PEOPLE.ana.name,
    last_name: PEOPLE.ana.last_name,
    email: 'ana@example.test',
    image: null,
    status: 'active',
    organization_id: SECTORS.works.id,
    organization: SECTORS.works,
    roles: buildRoles('Servidor', ['create_documents', 'read_documents']),
    tenant: { id: 1, name: 'Vale do Ipê', acronym: 'PMVI', sector: 'public', logo: null, time_zone: ZONE },
    notices: {},
    login_id: null,
    scope_epoch: 'e1',
    server_time: NOW,
    ...overrides,
  };
}
