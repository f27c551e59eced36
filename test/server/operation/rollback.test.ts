// A database put back to an older state under a running server (I11, S169).

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REPLACED_TEXT } from '#contract/refusal-text.ts';
import type { DocumentFull } from '#contract/documents.ts';
import { openDiskStore } from '#server/files/disk-store.ts';
import { HIGH_WATER, type FileStore } from '#server/files/file-store.ts';
import { declareRollback } from '#server/operation/rollbacks.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import { idsOf, newDevice, pull } from '../harness/pull.ts';
import { copyState, type OldState } from '../harness/put-back.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

let folder: string;
let files: FileStore;
let server: TestServer;
let world: World;
let ana: TestClient;
let bia: TestClient;
let old: OldState;
let before: DocumentFull;

/** For Ana, so that she sees all of them. */
const made = (by: TestClient, title: string) =>
  createdDocument(by, {
    town: world.pmvi,
    to: world.pmvi.people.ana,
    sector: 'SEMOB',
    title,
    headers: { 'idempotency-key': randomUUID() },
  });
const look = () => server.rollbacks.look();
async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client(server.connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** The first question after the connections ended may find a broken one. */
async function settled(): Promise<void> {
  await vi.waitFor(async () => {
    const { statusCode } = await ana.get('/api/user');
    if (statusCode !== 200) throw new Error(`the server answers ${statusCode}`);
  });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-rollback-'));
  files = await openDiskStore(folder);
  server = await startTestServer({ files });
  world = await createWorld(server);
  ana = await world.as(world.pmvi.people.ana);
  bia = await world.as(world.pmvi.people.bia);
  before = await made(ana, 'Antes');
  await look();
  // Its connection would end with the others.
  await world.close();
  old = await copyState(server.connection);
  await settled();
});
afterEach(async () => {
  await server.close();
  await old.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('a database that went back', () => {
  it('gives an id again, registers on it nothing that was meant for the lost document, and never twice a number on paper', async () => {
    const lost = await made(ana, 'Documento X');
    const device = await pull(ana, newDevice());
    expect(idsOf(device, 'documents')).toContain(lost.id);
    expect(await look()).toBeNull();

    await old.putBack();
    await settled();
    const other = await made(bia, 'Documento Y');
    expect([other.id, other.number]).toEqual([lost.id, lost.number]);
    // What the device kept offline arrives now.
    const reply = await ana.inject({
      method: 'PATCH',
      url: `/api/documents/${lost.id}`,
      headers: { 'idempotency-key': randomUUID() },
      payload: { content: '<p>Sobre X</p>', based_on: { mark: lost.mark } },
    });
    expect([reply.statusCode, reply.json().message]).toEqual([404, REPLACED_TEXT]);
    expect((await bia.get(`/api/documents/${other.id}`)).json()).toMatchObject({ interactions: [] });

    expect((await verifyData({ connection: server.connection, files })).differences.join()).toContain('rolled-back');
    expect(await look()).toMatchObject({ proof: 'beat' });
    expect(await look()).toBeNull();
    expect(await verifyData({ connection: server.connection, files })).toMatchObject({ differences: [] });

    const later = await made(bia, 'Depois');
    expect(later.id).toBeGreaterThan(lost.id + 1);
    expect(later.number).toBeGreaterThan(lost.number + 1);
    await pull(ana, device);
    expect(device.pages[0]?.snapshot).toBe(true);
    const met = new Map(device.pages.flatMap(({ changes }) => changes).map((change) => [change.id, change]));
    expect(met.get(other.id)).toMatchObject({ row: { title: 'Documento Y', mark: other.mark } });
    expect(met.get(other.id)?.rev).toBeGreaterThan(lost.rev);
    expect(idsOf(device, 'documents')).toEqual([before.id, other.id, later.id]);
    const rows = [...device.rows.values()].flatMap((change) =>
      change.collection === 'documents' && change.op === 'put' ? [[change.row.rev, change.rev]] : [],
    );
    expect(rows.filter(([said, rev]) => said !== rev)).toEqual([]);
  });

  it('is noticed however much was written since, and at the next start', async () => {
    await made(ana, 'X');
    await look();
    await old.putBack();
    await settled();
    for (let count = 0; count < 5; count += 1) await made(bia, `Y ${count}`);
    expect(await look()).toMatchObject({ proof: 'beat' });
  });

  it('is proven by another timeline', async () => {
    await query('update lineage set timeline = timeline + 1');
    expect(await look()).toMatchObject({ proof: 'timeline' });
    expect(await look()).toBeNull();
  });

  it('is proven by a cursor of our own above the counter, where the files went back too', async () => {
    const noted = await files.note(HIGH_WATER);
    const lost = await made(ana, 'X');
    const device = await pull(ana, newDevice());
    await old.putBack();
    await files.keepNote(HIGH_WATER, String(noted));
    await settled();
    expect(await look()).toBeNull();
    const next = await pull(ana, device);
    expect(next.pages[0]?.snapshot).toBe(true);
    const later = await made(bia, 'Depois');
    expect(later.id).toBeGreaterThan(lost.id);
    expect(later.number).toBeGreaterThan(lost.number);
    await pull(ana, device);
    expect(
      Math.min(
        ...device.pages.flatMap(({ changes }) =>
          changes.flatMap((change) => (change.collection === 'documents' ? change.rev : [])),
        ),
      ),
    ).toBeGreaterThan(lost.rev);
  });

  it('is not believed of a cursor that somebody made up', async () => {
    const { cursor } = await pull(ana, newDevice());
    const epoch = async () => query('select scope_epoch from users order by id');
    const standing = await epoch();
    const place = JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString()) as { rev: number; seal?: string };
    for (const seal of [place.seal, undefined, '', 'AAAAAAAAAAAAAAAA']) {
      const made_up = { ...place, rev: place.rev + 1_000, seal };
      const text = Buffer.from(JSON.stringify(made_up)).toString('base64url');
      expect((await ana.get(`/api/sync/changes?cursor=${text}`)).json()).toMatchObject({ snapshot: true });
    }
    expect(await epoch()).toEqual(standing);
  });

  it('can be declared by hand, with the numbers that are known from paper', async () => {
    const answer = await declareRollback(
      { connection: server.connection, files, now: Date.now() },
      new Map([[world.pmvi.acronym, 812]]),
    );
    const next = answer.find(({ acronym }) => acronym === world.pmvi.acronym)?.next ?? 0;
    expect(next).toBeGreaterThan(812);
    expect((await made(bia, 'Depois')).number).toBe(next);
    expect(await look()).toBeNull();
  });

  it('is told from a server that was ended between the beat and its note', async () => {
    await made(ana, 'X');
    await query('update lineage set beat = beat + 1');
    expect(await look()).toBeNull();
    expect(await look()).toBeNull();
  });
});
