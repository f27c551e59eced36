// A town hall for the screens: Ana of Obras is logged in with a role of the demonstration, and her
// mirror has what the server gives such a person.

import type { DocumentRow } from '#contract/documents.ts';
import type { AlertRow, ModelRow, RoleRow } from '#contract/reference-data.ts';
import { ROLES, SUPER_ADMIN } from '#domain/permissions.ts';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { buildDetails } from '../../builders/build-document.ts';
import { buildKeys } from '../../builders/build-keys.ts';
import { buildPage, putDocument } from '../../builders/build-page.ts';
import { buildRoles, buildSession, buildUser, PEOPLE, SECTORS } from '../../builders/build-people.ts';
import { openTestMirror } from '../../builders/open-test-mirror.ts';

const keys = buildKeys();

/** Works in Obras, as Ana does. */
export const ELIAS = { id: 11, name: 'Elias', last_name: 'Rocha', organization: SECTORS.works };

export function buildModel(overrides: Partial<ModelRow> = {}): ModelRow {
  return {
    id: 1,
    rev: 1,
    name: 'Ofício padrão',
    description: 'Para qualquer pedido.',
    type: 'document_model',
    file_mime_type: 'pdf',
    status: 'active',
    organizations: [SECTORS.works],
    files: [{ id: 900, name: 'oficio.pdf', mime_type: 'application/pdf', size: 1024 }],
    created_at: '2026-11-01T12:00:00.000Z',
    ...overrides,
  };
}

export function buildAlert(overrides: Partial<AlertRow> = {}): AlertRow {
  return {
    id: 1,
    rev: 1,
    title: 'Recesso de fim de ano',
    description: 'Haverá plantão no Protocolo.',
    limit_date: '2026-12-23',
    status: 'active',
    ...overrides,
  };
}

/**
 * A mirror of Ana in `role`, with what a login brings, one row of every collection and these
 * documents with their details. Only people whom she manages have an e-mail there (rule B2).
 */
export async function openTown(role: string, documents: readonly DocumentRow[] = []): Promise<Mirror> {
  const mirror = await openTestMirror(buildSession({ rev: 1, roles: buildRoles(role, ROLES[role] ?? []) }));
  await writeMeta(mirror, { name: 'sealingKey', value: (await keys).current });
  const manages = (sector: number) =>
    role === SUPER_ADMIN || (role === 'Gestor de Setor' && sector === SECTORS.works.id);
  await mirror.users.bulkPut(
    [...Object.values(PEOPLE), ELIAS].map((person) =>
      buildUser(person, manages(person.organization.id) ? { email: `${person.name.toLowerCase()}@example.test` } : {}),
    ),
  );
  await mirror.roles.bulkPut(
    Object.entries(ROLES).map(([name, permissions], at) => roleOf(at + 1, { name, permissions })),
  );
  await mirror.models.put(buildModel());
  await mirror.alerts.put(buildAlert());
  await applyPage(mirror, buildPage(documents.map(putDocument)));
  await applyDetails(
    mirror,
    documents.map((document) => buildDetails(document)),
  );
  return mirror;
}

function roleOf(id: number, { name, permissions }: { name: string; permissions: readonly string[] }): RoleRow {
  return { id, rev: 1, name, permissions: permissions.map((permission) => ({ name: permission })) } as RoleRow;
}
