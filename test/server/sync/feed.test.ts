// GET /api/sync/changes and its companions (src/sync/promises.md, Pull).

import pg from 'pg';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { DocumentDetails, type DocumentFull, type DocumentListItem, DocumentRow } from '#contract/documents.ts';
import { ChangesPage as AnyPage } from '#contract/changes.ts';
import { type ChangesPage, COLLECTIONS } from '#contract/sync.ts';
import { type Cursor, decodeCursor, encodeCursor } from '#server/sync/cursor.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import { idsOf, newDevice, pull } from '../harness/pull.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let pmvi: Town;
let ana: TestClient;
let bia: TestClient;
let now = Date.parse('2026-11-20T12:00:00Z');
const documents: DocumentFull[] = [];

townPerFile.override('options', { clock: () => now });
townPerFile.beforeAll(async ({ town }) => {
  ({ server, world, pmvi } = town);
  const { people } = pmvi;
  ana = await world.as(people.ana);
  bia = await world.as(people.bia);
  const caio = await world.as(people.caio);
  for (let index = 0; index < 12; index++) {
    now += 60_000;
    const toBia = { town: pmvi, to: people.bia, sector: 'SEMED' as const, title: `Documento ${index}` };
    documents.push(await createdDocument(index % 3 === 0 ? ana : caio, toBia));
  }
  await ana.send('PATCH', `/api/documents/${documents[9]?.id}`, { status: 'completed' });
  await createdDocument(await world.as(world.cmvi.people.ana), {
    town: world.cmvi,
    to: world.cmvi.people.bia,
    sector: 'SEMED',
  });
});

describe('the walk of everything', () => {
  it('the full walk brings reference data first, then own and open documents, then the others, newest first', async () => {
    const device = await pull(ana, newDevice(), 7);
    const changes = device.pages.filter((page) => page.snapshot).flatMap((page) => page.changes);
    const order = changes.map((change) => COLLECTIONS.indexOf(change.collection));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    const ids = changes.filter((change) => change.collection === 'documents').map((change) => change.id);
    const expected = [6, 3, 0, 9].map((index) => documents[index]?.id);
    expect(ids).toEqual(expected);
    for (const page of device.pages) {
      v.parse(AnyPage, page);
      expect(page.changes.length).toBeLessThanOrEqual(7);
    }
    expect(device.pages.at(-1)).toMatchObject({ snapshot: false, has_more: false, changes: [] });
  });

  it('the full walk holds the same rows at any page size: those in sight, of one tenant only', async () => {
    const admin = await world.as(pmvi.people.admin);
    const sizes = await Promise.all([1, 2, 5, 500].map((limit) => pull(admin, newDevice(), limit)));
    const [first, ...others] = sizes.map((device) => Object.fromEntries(device.rows));
    for (const other of others) expect(other).toEqual(first);
    const device = sizes[0] ?? newDevice();
    expect(idsOf(device, 'documents')).toEqual(documents.map((document) => document.id));
    expect(idsOf(device, 'organizations')).toEqual(Object.values(pmvi.sectors));
    expect(idsOf(device, 'users')).toEqual(Object.values(pmvi.people).map((person) => person.id));
  });

  it('the feed gives an e-mail only to a person who manages its owner (rule B2)', async () => {
    const emailsOf = async (client: TestClient): Promise<string[]> => {
      const device = await pull(client, newDevice());
      return [...device.rows.values()].flatMap((change) =>
        change.op === 'put' && change.collection === 'users' && change.row.email !== undefined
          ? [change.row.email]
          : [],
      );
    };
    expect(await emailsOf(ana)).toEqual([]);
    expect(await emailsOf(await world.as(pmvi.people.gestor))).toEqual(['gestor@pmvi.example', 'ana@pmvi.example']);
    expect(await emailsOf(await world.as(pmvi.people.admin))).toHaveLength(Object.keys(pmvi.people).length);
  });

  it('the full walk brings a row again that changes during the walk', async () => {
    const device = newDevice();
    const first = (await bia.get('/api/sync/changes?limit=30')).json<ChangesPage>();
    device.cursor = first.next_cursor;
    const changed = documents[11];
    await bia.send('PATCH', `/api/documents/${changed?.id}`, { content: 'No meio do caminho.' });
    await pull(bia, device, 3);
    const row = device.rows.get(`documents:${changed?.id}`);
    expect(row).toMatchObject({ op: 'put', row: { interactions_count: 1, status: 'under_review' } });
  });
});

describe('changes since', () => {
  it('the changes since a cursor are the created, changed and newly visible documents, and no others', async () => {
    const caio = await world.as(pmvi.people.caio);
    const davi = await world.as(pmvi.people.davi);
    const device = await pull(davi, newDevice());
    expect(idsOf(device, 'documents')).toEqual([]);
    const hidden = await createdDocument(caio, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' });
    await pull(davi, device);
    expect(device.pages.flatMap((page) => page.changes)).toEqual([]);
    await caio.send('PATCH', `/api/documents/${hidden.id}`, { responsible_ids: [pmvi.people.davi.id] });
    await pull(davi, device, 1);
    expect(device.pages.flatMap((page) => page.changes)).toMatchObject([
      {
        collection: 'documents',
        op: 'put',
        id: hidden.id,
        row: { responsibles: [{ id: pmvi.people.davi.id }], command_id: null },
      },
    ]);
    expect(device.pages.every((page) => !page.snapshot)).toBe(true);
  });

  it('a view that leaves the status alone causes no change in the feed', async () => {
    const device = await pull(ana, newDevice());
    await ana.get(`/api/documents/${documents[0]?.id}`);
    await pull(ana, device);
    expect(device.pages.flatMap((page) => page.changes)).toEqual([]);
  });

  it('the feed says delete for a model or alert that is out of the person’s sight, and for tombstones', async () => {
    const { id: tenant, sectors } = pmvi;
    const [model] = await world.query<{ id: string }>(
      `insert into models (tenant_id, name, description, type, file_mime_type) values ($1, 'Ofício', 'd', 'document_model', 'word') returning id`,
      [tenant],
    );
    const [alert] = await world.query<{ id: string }>(
      `insert into alerts (tenant_id, title, description, limit_date) values ($1, 'Recesso', 'd', '2026-12-01') returning id`,
      [tenant],
    );
    await world.query('insert into model_organizations values ($1, $2, $3)', [tenant, model?.id, sectors.SEMOB]);
    const stamp = (table: string, id: unknown) =>
      world.query(
        `with c as (update counters set value = value + 1 where tenant_id = $1 returning value)
         update ${table} set rev = c.value from c where tenant_id = $1 and id = $2`,
        [tenant, id],
      );
    await stamp('models', model?.id);
    await stamp('alerts', alert?.id);
    const device = await pull(ana, newDevice());
    expect(idsOf(device, 'models')).toEqual([Number(model?.id)]);
    expect(idsOf(device, 'alerts')).toEqual([Number(alert?.id)]);
    await world.query(`update alerts set status = 'inactive' where id = $1`, [alert?.id]);
    await stamp('alerts', alert?.id);
    await world.query('delete from model_organizations where model_id = $1', [model?.id]);
    await stamp('models', model?.id);
    await world.query(
      `with c as (update counters set value = value + 1 where tenant_id = $1 returning value)
       insert into tombstones (tenant_id, collection, row_id, rev) select $1, 'roles', 999999, value from c`,
      [tenant],
    );
    await pull(ana, device, 1);
    expect(device.pages.flatMap((page) => page.changes)).toMatchObject([
      { collection: 'alerts', op: 'delete', id: Number(alert?.id) },
      { collection: 'models', op: 'delete', id: Number(model?.id) },
      { collection: 'roles', op: 'delete', id: 999_999 },
    ]);
  });
});

describe('the cursor', () => {
  const firstPage = async (cursor: string) =>
    (await ana.get(`/api/sync/changes?cursor=${encodeURIComponent(cursor)}`)).json<ChangesPage>();

  it('a cursor that is broken, another person’s, of another epoch, too old or of the future restarts the walk', async () => {
    const device = await pull(ana, newDevice());
    const good = decodeCursor(device.cursor);
    if (good === null) throw new Error('the server’s own cursor is readable');
    expect((await firstPage(encodeCursor(good))).snapshot).toBe(false);
    const bad = [
      'nonsense',
      encodeCursor({ ...good, user: pmvi.people.bia.id }),
      encodeCursor({ ...good, epoch: 'other' }),
      encodeCursor({ ...good, issuedMs: now - 181 * 86_400_000 }),
      encodeCursor({ ...good, rev: good.rev + 1_000_000 }),
      encodeCursor({ ...good, phase: 'snapshot', place: { step: 99, id: 0, at: null } }),
      encodeCursor({ ...good, phase: 'snapshot', place: { step: 6, id: 1, at: 'nonsense' } }),
      encodeCursor({ ...good, phase: 'snapshot', place: { step: 6, id: 1, at: '2026-02-30T00:00:00.000Z' } }),
    ];
    for (const cursor of bad) expect((await firstPage(cursor)).snapshot).toBe(true);
  });

  it('a pull that brings nothing gets its cursor back, until it is a day old; one of the future is exchanged', async () => {
    const { cursor } = await pull(ana, newDevice());
    now += 60_000;
    expect(await firstPage(cursor ?? '')).toMatchObject({ changes: [], has_more: false, next_cursor: cursor });
    now += 86_400_000;
    const exchanged = (await firstPage(cursor ?? '')).next_cursor;
    const old = decodeCursor(cursor);
    expect(decodeCursor(exchanged)).toEqual({ ...old, issuedMs: now });
    const future = encodeCursor({ ...(old as Cursor), issuedMs: now + 1 });
    expect((await firstPage(future)).next_cursor).toBe(exchanged);
  });

  it('a cursor restarts the walk when the person may see fewer rows', async () => {
    const device = await pull(ana, newDevice());
    await world.query('update users set scope_epoch = scope_epoch + 1 where id = $1', [pmvi.people.ana.id]);
    const page = await firstPage(device.cursor ?? '');
    expect(page).toMatchObject({ snapshot: true, scope_epoch: '2' });
    expect((await ana.get('/api/user')).json().scope_epoch).toBe('2');
  });

  it('a walk whose person is moved after the session was read begins with the new sight', async () => {
    const { gestor } = pmvi.people;
    const client = await world.as(gestor);
    const before = idsOf(await pull(client, newDevice()), 'documents');
    const holder = new pg.Client(server.connection);
    await holder.connect();
    await holder.query('begin');
    // The feed reads this table after the session's rights.
    await holder.query('lock table counters in access exclusive mode');
    await holder.query('update users set organization_id = $1, scope_epoch = scope_epoch + 1 where id = $2', [
      pmvi.sectors.SEMED,
      gestor.id,
    ]);
    const asked = client.get('/api/sync/changes');
    await vi.waitFor(
      async () =>
        expect(
          await world.query(`select 1 from pg_locks where relation = 'counters'::regclass and not granted`),
        ).toHaveLength(1),
      { timeout: 10_000, interval: 20 },
    );
    await holder.query('commit');
    await holder.end();
    const page = (await asked).json<ChangesPage>();
    const after = idsOf(await pull(client, newDevice()), 'documents');
    expect(after).not.toEqual(before);
    expect(page).toMatchObject({ snapshot: true, scope_epoch: '2' });
    const given = page.changes.filter(({ collection }) => collection === 'documents').map(({ id }) => id);
    expect(given.toSorted((a, b) => a - b)).toEqual(after);
  });
});

describe('details', () => {
  it('details come for documents in sight, without recording a view', async () => {
    const ids = documents.slice(0, 4).map((document) => document.id);
    const before = await world.query('select 1 from logs');
    const answer = (await ana.get(`/api/sync/documents?ids=${ids.join(',')},99999`)).json<{ documents: unknown[] }>();
    const found = answer.documents.map((one) => v.parse(DocumentDetails, one));
    expect(found.map((one) => one.id).toSorted((a, b) => a - b)).toEqual([ids[0], ids[3]]);
    expect(found[0]?.content).toBe('<p>Segue o ofício.</p>');
    const whole = (await ana.get(`/api/sync/documents?rows=full&ids=${ids.join(',')},99999`)).json();
    expect(whole).toMatchObject(answer);
    expect(whole.documents).toHaveLength(answer.documents.length);
    const rows = (await ana.get('/api/documents?per_page=100')).json<{ data: DocumentListItem[] }>().data;
    for (const { id, row } of whole.documents) {
      expect(row).toEqual(
        v.parse(
          DocumentRow,
          rows.find((one) => one.id === id),
        ),
      );
    }
    expect((await ana.get(`/api/sync/documents?rows=compact&ids=${ids[0]}`)).statusCode).toBe(422);
    expect(await world.query('select 1 from logs')).toHaveLength(before.length);
    for (const bad of ['', 'a', '0', Array.from({ length: 51 }, (_, n) => n + 1).join(',')]) {
      expect((await ana.get(`/api/sync/documents?ids=${bad}`)).statusCode).toBe(422);
    }
  });
});
