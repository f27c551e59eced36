// The device accepted each of these and the server refused it.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildReceipt } from '../../../test/builders/build-command.ts';
import {
  buildOrganization,
  buildSession,
  buildSubject,
  buildUser,
  PEOPLE,
  SECTORS,
} from '../../../test/builders/build-people.ts';
import { buildContext, openTestMirror, type TestContext } from '../../../test/builders/open-test-mirror.ts';
import {
  editOf,
  permissionFor,
  ROW_COLLECTIONS,
  type CreatableCollection,
  type RowEdit,
  type RowFields,
} from '#contract/row-writes.ts';
import type { SessionUser } from '#contract/session.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { createRow } from './create-row.ts';
import { deleteRows, switchRows } from './on-rows.ts';
import { updateRow } from './update-row.ts';

const PERMISSIONS = ROW_COLLECTIONS.flatMap((noun) =>
  (['create', 'update', 'delete'] as const).map((verb) => permissionFor(verb, noun)),
);
const permissions = PERMISSIONS.map((name) => ({ name }));
const as = (name: string): SessionUser => buildSession({ roles: [{ id: 1, name, permissions }] });

let mirror: Mirror;
let context: TestContext;
beforeEach(async () => {
  mirror = await openTestMirror(as('Super Admin'));
  context = buildContext(mirror, as('Super Admin'));
  await mirror.users.bulkPut(Object.values(PEOPLE).map((one) => buildUser(one, { email: `${one.id}@example.test` })));
  await mirror.roles.bulkPut([
    { id: 1, rev: 1, name: 'Super Admin', permissions },
    { id: 2, rev: 1, name: 'Servidor', permissions: [] },
  ]);
});
afterEach(async () => {
  await mirror.delete();
});

const refused = (code: string, field: string) => ({ kind: 'refused', refusals: [{ code, field }] });

/** A new row that is refused and leaves no command in the queue. */
async function create<Collection extends CreatableCollection>(collection: Collection, fields: RowFields<Collection>) {
  const before = await mirror.commands.count();
  const result = await createRow(context, { collection, fields });
  const queued = result.kind === 'refused' ? 0 : 1;
  expect(await mirror.commands.count()).toBe(before + queued);
  return result;
}
const person = (fields: RowEdit<'users'>, by = context) => {
  const seen = editOf('users', buildUser(PEOPLE.bia, { email: '8@example.test' }));
  return updateRow(by, { collection: 'users', key: 's:8', seen, fields: { ...seen, ...fields } });
};

describe('a name that is taken', () => {
  it.each(['SEMOB', 'semob', ' Semob '])('a sector with the acronym of another: %s', async (acronym) => {
    expect(await create('organizations', { name: 'Outra', acronym })).toEqual(refused('acronym_taken', 'acronym'));
  });

  it('of a sector that waits to be sent too; after it was deleted on the server the acronym is free', async () => {
    await create('organizations', { name: 'Nova', acronym: 'NOVA' });
    expect(await create('organizations', { name: 'Outra', acronym: 'nova' })).toEqual(
      refused('acronym_taken', 'acronym'),
    );
    await mirror.organizations.put(buildOrganization(SECTORS.archive, { deleted: true }));
    expect(await create('organizations', { name: 'Arquivo', acronym: 'ARQ' })).toMatchObject({ kind: 'stored' });
  });

  it('of a sector that waits to be deleted it is not free yet, and is once the deletion is registered', async () => {
    const gone = await deleteRows(context, { collection: 'organizations', keys: ['s:3'] });
    expect(await create('organizations', { name: 'Arquivo', acronym: 'ARQ' })).toEqual(
      refused('acronym_taken', 'acronym'),
    );
    if (gone.kind !== 'stored') throw new Error('the deletion was refused');
    const [command] = await mirror.commands.toArray();
    await mirror.commands.update(command?.seq ?? 0, {
      state: 'done',
      receipt: buildReceipt({ rev: 50 }),
    });
    expect(await create('organizations', { name: 'Arquivo', acronym: 'ARQ' })).toMatchObject({ kind: 'stored' });
  });

  it('a change to it is refused, and keeping one’s own in other letters is not', async () => {
    const seen = editOf('organizations', buildOrganization(SECTORS.works));
    const change = (acronym: string) =>
      updateRow(context, { collection: 'organizations', key: 's:1', seen, fields: { ...seen, acronym } });
    expect(await change('SEMTRAN')).toEqual(refused('acronym_taken', 'acronym'));
    expect(await change('Semob')).toMatchObject({ kind: 'stored' });
  });

  it('the e-mail of another person, or one’s own, for a person', async () => {
    expect(await person({ email: '9@EXAMPLE.test' })).toEqual(refused('email_taken', 'email'));
    expect(await person({ email: context.session.email })).toEqual(refused('email_taken', 'email'));
    expect(await person({ email: 'livre@example.test' })).toMatchObject({ kind: 'stored' });
  });
});

describe('a day of the calendar', () => {
  const feast = { day: '2027-06-24', name: 'São João', kind: 'municipal' } as const;

  it('has one row, also while the first one waits to be sent', async () => {
    expect(await create('holidays', feast)).toMatchObject({ kind: 'stored' });
    expect(await create('holidays', { ...feast, name: 'Outro' })).toEqual(refused('day_taken', 'day'));
    expect(await create('holidays', { ...feast, day: '2027-06-25' })).toMatchObject({ kind: 'stored' });
  });

  it('is not moved to the day of another row, and keeps its own', async () => {
    const row = (id: number, day: string) => ({ ...feast, id, rev: 1, day, exempt_organization_ids: [] });
    await mirror.holidays.bulkPut([row(1, '2027-06-24'), row(2, '2027-06-25')]);
    const seen = editOf('holidays', row(1, '2027-06-24'));
    const change = (fields: RowEdit<'holidays'>) =>
      updateRow(context, { collection: 'holidays', key: 's:1', seen, fields: { ...seen, ...fields } });
    expect(await change({ day: '2027-06-25' })).toEqual(refused('day_taken', 'day'));
    expect(await change({ name: 'São João, padroeiro' })).toMatchObject({ kind: 'stored' });
  });

  it('exempts sectors that are there', async () => {
    const fields = { ...feast, exempt_organization_ids: [999] };
    expect(await create('holidays', fields)).toEqual(refused('organization_unknown', 'exempt_organization_ids'));
  });
});

describe('the chief of a sector', () => {
  const lead = (sector: (typeof SECTORS)[keyof typeof SECTORS], chief: number | null) => {
    const seen = editOf('organizations', buildOrganization(sector));
    const fields = { ...seen, chief_user_id: chief };
    return updateRow(context, { collection: 'organizations', key: `s:${sector.id}`, seen, fields });
  };

  it('is an active person of it', async () => {
    expect(await lead(SECTORS.works, PEOPLE.bia.id)).toEqual(refused('chief_elsewhere', 'chief_user_id'));
    expect(await lead(SECTORS.traffic, PEOPLE.bia.id)).toMatchObject({ kind: 'stored' });
    await mirror.users.put(buildUser(PEOPLE.bia, { status: 'inactive' }));
    expect(await lead(SECTORS.traffic, PEOPLE.bia.id)).toEqual(refused('chief_elsewhere', 'chief_user_id'));
  });
});

describe('a sector that is not there', () => {
  beforeEach(() =>
    mirror.organizations.bulkPut([
      buildOrganization(SECTORS.archive, { deleted: true }),
      buildOrganization(SECTORS.works, { status: 'inactive' }),
    ]),
  );

  it('for a person: deleted, switched off, or another than one’s own where only that may be chosen', async () => {
    expect(await person({ organization_id: 3 })).toEqual(refused('organization_unknown', 'organization_id'));
    expect(await person({ organization_id: 1 })).toEqual(refused('organization_inactive', 'organization_id'));
    const manager = buildContext(mirror, as('Gestor de Setor'));
    expect(await person({ organization_id: 3 }, manager)).toEqual(refused('own_sector_only', 'organization_id'));
  });

  it('for a subject', async () => {
    const field = 'submission_date_exempt_organization_ids';
    expect(await create('document_subjects', { name: 'Novo', [field]: [2, 3] })).toEqual(
      refused('organization_unknown', field),
    );
    const seen = editOf('document_subjects', buildSubject());
    const change = updateRow(context, {
      collection: 'document_subjects',
      key: 's:1',
      seen,
      fields: { ...seen, [field]: [3] },
    });
    expect(await change).toEqual(refused('organization_unknown', field));
  });
});

describe('a day that has passed', () => {
  const alert = { title: 'Recesso', description: 'Sem expediente.' };

  it('for an alert; what has passed may stay as it is', async () => {
    expect(await create('alerts', { ...alert, limit_date: '2020-01-01' })).toEqual(
      refused('limit_date_before_today', 'limit_date'),
    );
    const row = { ...alert, id: 5, rev: 1, limit_date: '2020-01-01', status: 'active' as const };
    await mirror.alerts.put(row);
    const seen = editOf('alerts', row);
    const change = (fields: RowEdit<'alerts'>) =>
      updateRow(context, { collection: 'alerts', key: 's:5', seen, fields: { ...seen, ...fields } });
    expect(await change({ limit_date: '2020-01-02' })).toEqual(refused('limit_date_before_today', 'limit_date'));
    expect(await change({ title: 'Recesso de fim de ano' })).toMatchObject({ kind: 'stored' });
  });
});

describe('an account with more permissions', () => {
  it('is neither switched, deleted nor given another e-mail', async () => {
    await mirror.users.put(buildUser(PEOPLE.bia, { email: '8@example.test', role: 'Super Admin' }));
    const manager = buildContext(mirror, as('Gestor de Setor'));
    const keys = ['s:8', 's:9'];
    expect(await switchRows(manager, { collection: 'users', keys, status: 'inactive' })).toEqual(
      refused('higher_account', 'user_ids'),
    );
    expect(await deleteRows(manager, { collection: 'users', keys })).toEqual(refused('higher_account', 'user_ids'));
    expect(await person({ email: 'outra@example.test' }, manager)).toEqual(refused('higher_account', 'email'));
    expect(await person({ name: 'Beatriz' }, manager)).toMatchObject({ kind: 'stored' });
    expect(await switchRows(context, { collection: 'users', keys, status: 'inactive' })).toMatchObject({
      kind: 'stored',
    });
  });
});
