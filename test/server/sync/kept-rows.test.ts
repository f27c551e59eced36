// Rows that were kept when their change number was given (S17) equal the rows built now, whatever
// changed a document.

import { describe, expect, it } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import { keepDocumentRows } from '#server/jobs/keep-document-rows.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import { newDevice, pull } from '../harness/pull.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let pmvi: Town;
let ana: TestClient;
let bia: TestClient;
let admin: TestClient;

townPerFile.beforeAll(({ town }) => void ({ server, world, pmvi, admin, ana, bia } = town));

const toBia = () => ({ town: pmvi, to: pmvi.people.bia, sector: 'SEMED' as const });

/**
 * Documents as a new device gets them, without completed ones: these keep their old names, and a
 * row built now would not.
 */
async function rowsFor(client: TestClient): Promise<unknown[]> {
  const device = await pull(client, newDevice());
  return [...device.rows.values()].filter(
    (change) => change.collection === 'documents' && change.op === 'put' && change.row.status !== 'completed',
  );
}

async function kept(): Promise<number> {
  const [found] = await world.query<{ count: number }>(
    `select count(*)::int as count from document_rows k join documents d
       on d.tenant_id = k.tenant_id and d.id = k.document_id and d.rev = k.rev`,
  );
  return found?.count ?? 0;
}

/** Reads the documents from the kept rows, then with all rows built anew. */
async function expectNothingStale(): Promise<void> {
  const before = [await rowsFor(admin), await rowsFor(bia)];
  await world.query('delete from document_rows');
  expect([await rowsFor(admin), await rowsFor(bia)]).toEqual(before);
  await keepDocumentRows(server.services);
}

describe('kept rows', () => {
  const changes: Readonly<Record<string, (id: number) => Promise<{ statusCode: number }>>> = {
    'its creation': async () => ({ statusCode: 200 }),
    'the first view of its responsible': (id) => bia.get(`/api/documents/${id}`),
    'a reply': (id) => bia.send('PATCH', `/api/documents/${id}`, { content: '<p>Recebido.</p>' }),
    'a later limit date': (id) =>
      ana.send('PATCH', `/api/documents/${id}`, { content: '<p>x</p>', limit_date: '2032-02-01' }),
    'a transfer': (id) =>
      ana.send('PATCH', `/api/documents/${id}`, {
        responsible_ids: [pmvi.people.caio.id],
        organization_ids: [pmvi.sectors.GAB],
      }),
    'its reopening': async (id) => {
      await ana.send('PATCH', `/api/documents/${id}`, { status: 'completed' });
      return ana.send('PATCH', `/api/documents/${id}`, { status: 'under_review' });
    },
    'the first view when it is overdue': async (id) => {
      await world.query(`update documents set limit_date = '2020-01-01' where id = ${id}`);
      await world.query('delete from document_rows');
      await keepDocumentRows(server.services);
      return bia.get(`/api/documents/${id}`);
    },
    'another name of its responsible': () =>
      admin.send('PUT', '/api/users', { user_ids: [pmvi.people.bia.id], name: 'Beatriz' }),
    'another sector of its author': () =>
      admin.send('PUT', '/api/users', { user_ids: [pmvi.people.ana.id], organization_id: pmvi.sectors.GAB }),
    'another name of its sector': () =>
      admin.send('PUT', '/api/organizations', {
        organization_ids: [pmvi.sectors.SEMED],
        name: 'Secretaria da Educação e Cultura',
        acronym: 'SEMED',
        status: 'active',
      }),
  };

  it.each(Object.entries(changes))('kept rows are up to date after %s', async (...[, change]) => {
    const { id } = await createdDocument(ana, toBia());
    expect((await change(id)).statusCode).toBeLessThan(300);
    await expectNothingStale();
  });

  it('a document without a kept row is answered as it is with one', async () => {
    const { id } = await createdDocument(ana, toBia());
    const read = async () => {
      const { logs, viewers, ...rest } = (await ana.get(`/api/documents/${id}`)).json<DocumentFull>();
      expect([logs.length, viewers.length]).not.toContain(0);
      return rest;
    };
    await bia.send('PATCH', `/api/documents/${id}`, { content: '<p>Recebido.</p>' });
    const before = await read();
    await world.query('delete from document_rows');
    expect(await read()).toEqual(before);
    await keepDocumentRows(server.services);
  });

  it('rows are kept by every write and, where many changed at once, by the job', async () => {
    await createdDocument(ana, toBia());
    const [all] = await world.query<{ count: number }>('select count(*)::int as count from documents');
    expect(await kept()).toBe(all?.count);
    await world.query('delete from document_rows');
    expect(await keepDocumentRows(server.services)).toEqual({ rows: all?.count });
    expect(await kept()).toBe(all?.count);
    expect(await keepDocumentRows(server.services)).toEqual({ rows: 0 });
  });
});
