// A small, known world for tests: two town halls' worth of people and sectors, with ids by name.
// Written by the owner of the database, so that a test does not depend on other calls.

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { PERMISSIONS, type Permission } from '#domain/permissions.ts';
import type { TestServer } from './harness.ts';
import { enter } from './enter.ts';
import type { TestClient } from './test-client.ts';

const ROLES = {
  'Super Admin': PERMISSIONS,
  'Gestor de Setor': [
    'create_documents',
    'read_documents',
    'read_all_document_subjects',
    'read_organizations',
    'create_users',
    'read_users',
    'update_users',
    'create_models',
    'read_models',
    'update_models',
    'read_alerts',
    'reassign_documents',
    'read_reports',
  ],
  Protocolo: [
    'create_documents',
    'read_documents',
    'read_all_document_subjects',
    'create_document_subjects',
    'update_document_subjects',
    'read_organizations',
    'read_users',
    'read_models',
    'create_alerts',
    'read_alerts',
    'update_alerts',
  ],
  Servidor: ['create_documents', 'read_documents', 'read_users', 'read_alerts'],
  Consulta: ['read_documents', 'read_users', 'read_alerts'],
} as const satisfies Record<string, readonly Permission[]>;
export type RoleName = keyof typeof ROLES;

export type Person = { readonly id: number; readonly tenantId: number; readonly organizationId: number | null };

const SECTORS = ['SEMOB', 'SEMED', 'GAB', 'ARQ'] as const;
export type Sector = (typeof SECTORS)[number];

const PEOPLE = {
  admin: { role: 'Super Admin', sector: 'GAB', name: 'Helena Prado' },
  admin2: { role: 'Super Admin', sector: 'GAB', name: 'Otávio Brandão' },
  gestor: { role: 'Gestor de Setor', sector: 'SEMOB', name: 'Rosângela Meireles' },
  ana: { role: 'Servidor', sector: 'SEMOB', name: 'Ana Peçanha' },
  bia: { role: 'Servidor', sector: 'SEMED', name: 'Bia d’Ávila' },
  caio: { role: 'Servidor', sector: 'GAB', name: 'Caio Rezende' },
  davi: { role: 'Servidor', sector: null, name: 'Davi Queiroz' },
  protocolo: { role: 'Protocolo', sector: 'GAB', name: 'Sueli Amorim' },
  consulta: { role: 'Consulta', sector: 'ARQ', name: 'Edgar Salgueiro' },
} as const satisfies Record<string, { role: RoleName; sector: Sector | null; name: string }>;
export type PersonName = keyof typeof PEOPLE;

export type Town = {
  readonly id: number;
  readonly acronym: string;
  readonly sectors: Readonly<Record<Sector, number>>;
  readonly people: Readonly<Record<PersonName, Person>>;
  readonly roles: Readonly<Record<RoleName, number>>;
  /** No window; window 1–5 with SEMED exempt; inactive. */
  readonly subjects: Readonly<Record<'free' | 'windowed' | 'inactive', number>>;
};

export type World = {
  readonly pmvi: Town;
  readonly cmvi: Town;
  /** A logged-in client of the person. */
  readonly as: (person: Person) => Promise<TestClient>;
  /** Runs a statement as the owner, to whom no row-level rule applies. */
  readonly query: <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  readonly close: () => Promise<void>;
};

export async function createWorld(server: TestServer): Promise<World> {
  const client = new pg.Client(server.connection);
  await client.connect();
  const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query(text, [...values])).rows as Row[];
  const insert = async (table: string, row: Readonly<Record<string, unknown>>): Promise<number> => {
    const names = Object.keys(row);
    const places = names.map((_, index) => `$${index + 1}`).join(', ');
    const text = `insert into ${table} (${names.join(', ')}) values (${places}) returning *`;
    const [made] = await query<{ id?: number }>(text, Object.values(row));
    return made?.id ?? 0;
  };
  return {
    pmvi: await createTown({ insert, acronym: 'PMVI' }),
    cmvi: await createTown({ insert, acronym: 'CMVI' }),
    as: (person) => enter(server, person),
    query,
    close: () => client.end(),
  };
}

type Insert = (table: string, row: Readonly<Record<string, unknown>>) => Promise<number>;

async function createTown({ insert, acronym }: { insert: Insert; acronym: string }): Promise<Town> {
  const tenant_id = await insert('tenants', { name: `Órgão ${acronym}`, acronym });
  await insert('counters', { tenant_id });
  const sectors = {} as Record<Sector, number>;
  for (const sector of SECTORS) {
    sectors[sector] = await insert('organizations', { tenant_id, name: `Secretaria ${sector}`, acronym: sector });
  }
  const roles = {} as Record<RoleName, number>;
  for (const [name, permissions] of Object.entries(ROLES)) {
    roles[name as RoleName] = await insert('roles', { tenant_id, name, permissions });
  }
  const people = {} as Record<PersonName, Person>;
  for (const [key, { role, sector, name }] of Object.entries(PEOPLE)) {
    const organizationId = sector === null ? null : sectors[sector];
    const [first = '', ...rest] = name.split(' ');
    const id = await insert('users', {
      tenant_id,
      name: first,
      last_name: rest.join(' '),
      email: `${key}@${acronym.toLowerCase()}.example`,
      password_hash: 'none',
      organization_id: organizationId,
      sealing_key: randomBytes(32),
    });
    await insert('user_roles', { tenant_id, user_id: id, role_id: roles[role] });
    people[key as PersonName] = { id, tenantId: tenant_id, organizationId };
  }
  const subject = (name: string, more: object = {}) => insert('document_subjects', { tenant_id, name, ...more });
  const subjects = {
    free: await subject('Vistoria técnica'),
    windowed: await subject('Folha de frequência', { submission_start_day: 1, submission_end_day: 5 }),
    inactive: await subject('Censo patrimonial', { status: 'inactive' }),
  };
  await insert('subject_exempt_organizations', {
    tenant_id,
    subject_id: subjects.windowed,
    organization_id: sectors.SEMED,
  });
  return { id: tenant_id, acronym, sectors, people, roles, subjects };
}
