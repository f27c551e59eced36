import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, deleteDocument, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { TODAY, ZONE } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { STATUS_FILTERS } from '#domain/status.ts';
import type { DocumentRow } from '#contract/documents.ts';
import { applyPage } from '../apply/apply-page.ts';
import { refold } from '../fold/refold.ts';
import { Mirror } from '../store/schema.ts';
import { countDocuments } from './count-documents.ts';
import { listDocuments, type DocumentFilters } from './list-documents.ts';
import { recentDocuments } from './recent-documents.ts';

const { ana, bia, caio } = PEOPLE;
const person = { userId: ana.id, superAdmin: false, acronym: 'PMVI' };
const facts = buildDocumentRow().facts;

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await mirror.delete();
});

function row(id: number, overrides: Partial<DocumentRow> = {}): DocumentRow {
  const day = String(id).padStart(2, '0');
  return buildDocumentRow({ id, number: id, rev: id, created_at: `2026-10-${day}T12:00:00.000Z`, ...overrides });
}

async function mirrored(...rows: DocumentRow[]): Promise<void> {
  await applyPage(mirror, buildPage(rows.map(putDocument)));
}

async function found(filters: Partial<DocumentFilters>, asker = person): Promise<(number | null)[]> {
  const asked = { order: 'desc', page: 1, ...filters } as const;
  const { rows } = await listDocuments(mirror, { filters: asked, person: asker, today: TODAY, zone: ZONE });
  return rows.map((document) => document.number);
}

describe('listDocuments', () => {
  it('pages by ten, newest first, and keeps inside its pages', async () => {
    await mirrored(...Array.from({ length: 23 }, (_, index) => row(index + 1)));
    expect(await found({})).toEqual([23, 22, 21, 20, 19, 18, 17, 16, 15, 14]);
    expect(await found({ page: 3 })).toEqual([3, 2, 1]);
    expect(await found({ page: 99 })).toEqual([3, 2, 1]);
    expect(await found({ page: 0 })).toHaveLength(10);
    expect(await found({ order: 'asc', page: 3 })).toEqual([21, 22, 23]);
    const { total, pages, page } = await listDocuments(mirror, {
      filters: { order: 'desc', page: -4 },
      person,
      today: TODAY,
      zone: ZONE,
    });
    expect({ total, pages, page }).toEqual({ total: 23, pages: 3, page: 1 });
  });

  it('that is asked again after a change shows what this tab wrote, another tab, and this tab after it', async () => {
    await mirrored(...Array.from({ length: 12 }, (_, index) => row(index + 1)));
    expect(await found({})).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    await mirrored(row(13, { title: 'Nova' }), row(9, { rev: 40, number: 900 }));
    expect(await found({})).toEqual([13, 12, 11, 10, 900, 8, 7, 6, 5, 4]);
    const other = new Mirror(mirror.name);
    await applyPage(other, buildPage([putDocument(row(8, { rev: 50, number: 800 })), deleteDocument(13, 60)]));
    other.close();
    // The row of another tab comes first, so what this tab writes after it does not count alone.
    await mirrored(row(7, { rev: 70, number: 700 }));
    expect(await found({})).toEqual([12, 11, 10, 900, 800, 700, 6, 5, 4, 3]);
  });

  it('filters by status, exception, sector, responsible, subject and author', async () => {
    await mirrored(
      row(1, { stored_status: 'pending', limit_date: '2026-11-19' }),
      row(2, { stored_status: 'completed', limit_date: '2026-11-19', organizations: [SECTORS.archive] }),
      row(3, { stored_status: 'extended', is_exception: true, responsibles: [caio] }),
      row(4, { created_by: bia.id, subject: { id: 9, name: 'Férias' } }),
    );
    expect(await found({ status: 'overdue' })).toEqual([1]);
    expect(await found({ status: 'completed' })).toEqual([2]);
    expect(await found({ status: 'sent' })).toEqual([4, 3, 2, 1]);
    expect(await found({ status: 'exception' })).toEqual([3]);
    expect(await found({ exceptionsOnly: true })).toEqual([3]);
    expect(await found({ organizationId: SECTORS.archive.id })).toEqual([2]);
    expect(await found({ responsibleId: caio.id })).toEqual([3]);
    expect(await found({ subjectId: 9 })).toEqual([4]);
    expect(await found({ createdByMe: true })).toEqual([3, 2, 1]);
    expect(await found({ createdByMe: true, status: 'extended', subjectId: 1 })).toEqual([3]);
  });

  it('takes De and Até as days of the tenant’s zone, both included (rule F6)', async () => {
    await mirrored(
      row(1, { created_at: '2026-10-02T02:59:59.999Z' }),
      row(2, { created_at: '2026-10-02T03:00:00.000Z' }),
      row(3, { created_at: '2026-10-03T02:59:59.999Z' }),
      row(4, { created_at: '2026-10-03T03:00:00.000Z' }),
    );
    expect(await found({ from: '2026-10-02', to: '2026-10-02' })).toEqual([3, 2]);
    expect(await found({ from: '2026-10-03' })).toEqual([4]);
    expect(await found({ to: '2026-10-01' })).toEqual([1]);
  });

  it('searches without accents or case in everything that names a document (rules C5, F10)', async () => {
    await mirrored(
      row(42, { created_at: '2026-10-01T12:00:00.000Z', title: 'Poda de árvores' }),
      row(7, { tags: [{ title: 'enchente', type: 'keyword', user_id: null }], responsibles: [caio] }),
      row(8, { subject: { id: 3, name: 'Licitação' }, organizations: [SECTORS.archive] }),
    );
    expect(await found({ search: 'ARVORES poda' })).toEqual([42]);
    for (const ticket of ['PMVI042', 'PMVI-042', 'pmvi 042', '42'])
      expect(await found({ search: ticket })).toEqual([42]);
    expect(await found({ search: 'enchente' })).toEqual([7]);
    expect(await found({ search: 'caio porto' })).toEqual([7]);
    expect(await found({ search: 'licitacao' })).toEqual([8]);
    expect(await found({ search: 'arq' })).toEqual([8]);
    expect(await found({ search: '118/2026' })).toHaveLength(3);
    expect(await found({ search: 'x' })).toHaveLength(3);
    expect(await found({ search: 'nada disso' })).toEqual([]);
  });

  it('splits a Super Admin’s list in two, with a count for each (rule F3)', async () => {
    await mirrored(
      row(1),
      row(2, { created_by: bia.id }),
      row(3, { created_by: bia.id, facts: { ...facts, responsible_ids_ever: [ana.id] } }),
    );
    const admin = { ...person, superAdmin: true };
    expect(await found({ scope: 'mine' }, admin)).toEqual([3, 1]);
    expect(await found({ scope: 'others' }, admin)).toEqual([2]);
    const asked = {
      filters: { order: 'desc', page: 1, scope: 'others' },
      person: admin,
      today: TODAY,
      zone: ZONE,
    } as const;
    expect((await listDocuments(mirror, asked)).counts).toEqual({ mine: 2, others: 1 });
    expect((await listDocuments(mirror, { ...asked, person })).counts).toBeUndefined();
  });

  it('follows documents that are added, folded and dropped', async () => {
    await mirrored(row(1), row(2));
    expect(await found({})).toEqual([2, 1]);
    await mirrored(row(3), row(1, { rev: 50, title: 'Outro' }));
    expect(await found({ search: 'outro' })).toEqual([1]);
    await mirror.commands.put(buildCommand('create-document'));
    await mirror.transaction('rw', mirror.tables, async () => refold(mirror, buildCommand('create-document').id));
    expect(await found({})).toEqual([null, 3, 2, 1]);
    expect(await found({ search: 'L-0001' })).toEqual([null]);
    await applyPage(mirror, buildPage([deleteDocument(2, 60)]));
    expect(await found({})).toEqual([null, 3, 1]);
  });

  it('gives each row its status, abilities and ticket on the day asked', async () => {
    await mirrored(row(5, { limit_date: TODAY }));
    const ask = async (today: string) =>
      (await listDocuments(mirror, { filters: { order: 'desc', page: 1 }, person, today, zone: ZONE })).rows[0];
    expect(await ask(TODAY)).toMatchObject({
      status: 'under_review',
      ticket: 'PMVI005',
      abilities: { completeDocument: true },
    });
    expect(await ask('2026-11-21')).toMatchObject({
      status: 'overdue',
      abilities: { completeDocument: false, reopenDocument: true },
    });
  });
});

describe('countDocuments', () => {
  it('counts as many as the lists hold, Enviados as the sum of the others, pencil apart from ink (rules A5, G7)', async () => {
    await mirrored(
      row(1),
      row(2, { stored_status: 'pending', limit_date: '2026-11-01' }),
      row(3, { stored_status: 'completed' }),
      row(4),
    );
    for (const command of [
      buildCommand('complete-document', { documentKey: 's:1' }),
      buildCommand('create-document', { seq: 2 }),
    ]) {
      await mirror.commands.put(command);
      await mirror.transaction('rw', mirror.tables, async () => refold(mirror, command.documentKey));
    }
    const counts = await countDocuments(mirror, { today: TODAY });
    expect(counts).toEqual({
      sent: { ink: 4, pencil: 1 },
      pending: { ink: 0, pencil: 1 },
      under_review: { ink: 2, pencil: -1 },
      extended: { ink: 0, pencil: 0 },
      overdue: { ink: 1, pencil: 0 },
      completed: { ink: 1, pencil: 1 },
    });
    for (const status of STATUS_FILTERS) {
      if (status === 'exception') continue;
      const { total } = await listDocuments(mirror, {
        filters: { order: 'desc', page: 1, status },
        person,
        today: TODAY,
        zone: ZONE,
      });
      const unfinished = counts.sent.ink + counts.sent.pencil - counts.completed.ink - counts.completed.pencil;
      const counted = status === 'unfinished' ? unfinished : counts[status].ink + counts[status].pencil;
      expect(counted).toBe(total);
    }
  });
});

describe('recentDocuments', () => {
  it('lists documents for which the person is responsible now, newest arrival first (rule G6)', async () => {
    const arrived = (at: string) => ({
      responsibles: [ana],
      facts: { ...facts, arrived_at: { [String(ana.id)]: at } },
    });
    await mirrored(
      row(1, arrived('2026-11-19T10:00:00.000Z')),
      row(2, arrived('2026-11-18T10:00:00.000Z')),
      row(3, arrived('2026-11-20T10:00:00.000Z')),
      row(4, { responsibles: [bia] }),
    );
    const recent = await recentDocuments(mirror, {
      person: { userId: ana.id, acronym: 'PMVI' },
      today: TODAY,
      limit: 2,
    });
    expect(recent.map((document) => document.number)).toEqual([3, 1]);
  });
});
