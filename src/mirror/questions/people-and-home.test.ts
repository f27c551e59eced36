import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildOrganization, buildSubject, buildUser, PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { TODAY } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import type { ModelRow } from '#contract/reference-data.ts';
import type { Mirror } from '../store/schema.ts';
import { homeAlert, homeModels } from './home.ts';
import { activeOrganizations, activePeople, creatableSubjects, personOf } from './people.ts';
import { sessionOf } from './session.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await mirror.delete();
});

it('forms offer active people, sectors and subjects by name, and the mirror knows all others too (rules B2, B12)', async () => {
  await mirror.users.bulkPut([
    buildUser(PEOPLE.bia, { status: 'inactive' }),
    buildUser({ ...PEOPLE.caio, name: 'Álvaro' }),
    buildUser(PEOPLE.davi, { deleted: true }),
  ]);
  await mirror.organizations.put(buildOrganization(SECTORS.archive, { status: 'inactive' }));
  await mirror.document_subjects.bulkPut([
    buildSubject({ id: 2, name: 'Água' }),
    buildSubject({ id: 3, status: 'inactive' }),
  ]);
  expect((await activePeople(mirror)).map((user) => user.name)).toEqual(['Álvaro', 'Ana']);
  expect((await activePeople(mirror, { organizationId: SECTORS.archive.id })).map((user) => user.name)).toEqual([
    'Álvaro',
  ]);
  expect((await activeOrganizations(mirror)).map((sector) => sector.acronym)).toEqual(['SEMOB', 'SEMTRAN']);
  expect((await creatableSubjects(mirror)).map((subject) => subject.name)).toEqual(['Água', 'Sinalização viária']);
  expect((await personOf(mirror, PEOPLE.bia.id))?.status).toBe('inactive');
  expect((await sessionOf(mirror))?.name).toBe('Ana');
});

it('the home shows the active alert with the nearest date that has not passed (rule G2)', async () => {
  expect(await homeAlert(mirror, TODAY)).toBeUndefined();
  const alert = { rev: 1, title: 'a', description: '', status: 'active' } as const;
  await mirror.alerts.bulkPut([
    { ...alert, id: 1, limit_date: '2026-11-19' },
    { ...alert, id: 2, limit_date: '2026-12-01' },
    { ...alert, id: 3, limit_date: TODAY, status: 'inactive' },
    { ...alert, id: 4, limit_date: '2026-11-25' },
  ]);
  expect((await homeAlert(mirror, TODAY))?.id).toBe(4);
});

it('the home shows the newest ten active models of each kind (rule G12)', async () => {
  const model = (id: number, overrides: Partial<ModelRow>): ModelRow => ({
    id,
    rev: 1,
    name: `Modelo ${id}`,
    description: '',
    type: 'document_model',
    file_mime_type: 'word',
    status: 'active',
    organizations: [],
    files: [],
    created_at: `2026-01-${String(id).padStart(2, '0')}`,
    ...overrides,
  });
  await mirror.models.bulkPut([
    ...Array.from({ length: 12 }, (_, index) => model(index + 1, {})),
    model(20, { type: 'flow_model' }),
    model(21, { status: 'inactive' }),
  ]);
  const { documentModels, flowModels } = await homeModels(mirror);
  expect(documentModels.map((one) => one.id)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  expect(flowModels.map((one) => one.id)).toEqual([20]);
});
