// A tenant and a person have a share of the storage, for stored and for staged files (S158). A
// person over their share is told so, and no other person is affected.

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QUOTA_TEXT } from '#contract/refusal-text.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { createdDocument, postDocument } from '../harness/new-document.ts';
import { postModel } from '../harness/new-model.ts';
import { begin, newName, pdfOf, stage, stagedDocument } from '../harness/staging.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type Town, type World } from '../harness/world.ts';

const KIB = 1024;
let server: TestServer;
let world: World;
let ana: TestClient;
let bia: TestClient;
let other: TestClient;

beforeAll(async () => {
  server = await startTestServer({ environment: { STORAGE_PER_TENANT_MB: '3', STORAGE_PER_PERSON_MB: '2' } });
  world = await createWorld(server);
  ana = await world.as(world.pmvi.people.ana);
  bia = await world.as(world.pmvi.people.bia);
  other = await world.as(world.cmvi.people.ana);
});
afterAll(async () => {
  await world.close();
  await server.close();
});

const post = (client: TestClient, town: Town, kib: number) =>
  postDocument(client, {
    town,
    to: town.people.bia,
    sector: 'SEMED',
    files: [{ name: 'plano.pdf', content: pdfOf(kib * KIB) }],
    headers: { 'idempotency-key': randomUUID() },
  });
const told = (answer: Awaited<ReturnType<typeof post>>) => {
  const { type, message } = answer.json<{ type?: string; message?: string }>();
  return [answer.statusCode, type, message];
};
const keys = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const key of server.services.files.list()) found.push(key);
  return found.toSorted();
};
const storedBy = async (tenantId: number): Promise<Record<string, number>> => {
  const rows = await world.query<{ user_id: string; bytes: string }>(
    'select user_id, bytes from storage_use where tenant_id = $1',
    [tenantId],
  );
  return Object.fromEntries(rows.map((row) => [row.user_id, Number(row.bytes)]));
};

const PERSON_FULL = [507, 'quota_full', QUOTA_TEXT.person];
const TENANT_FULL = [507, 'quota_full', QUOTA_TEXT.tenant];

describe('the shares of the storage', () => {
  it('end what a person stores and stages, and keep nothing of what is refused', async () => {
    const { pmvi } = world;
    expect((await post(ana, pmvi, 1200)).statusCode).toBe(201);
    const name = newName();
    const bytes = pdfOf(700 * KIB);
    await stage(ana, { name, bytes });
    const before = await keys();
    const refused = await post(ana, pmvi, 300);
    expect(told(refused)).toEqual(PERSON_FULL);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(told(await begin(ana, { name: newName(), bytes: pdfOf(300 * KIB) }))).toEqual(PERSON_FULL);
    expect(await keys()).toEqual(before);
    // What is staged becomes what is stored, and counts once.
    const given = { key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] };
    expect((await postDocument(ana, stagedDocument(pmvi, given))).statusCode).toBe(201);
    expect((await storedBy(pmvi.id))[ana.userId]).toBeGreaterThan(1900 * KIB);
    // It is swept from what is staged after the answer.
    const staged = () => world.query('select from staged_uploads where tenant_id = $1', [pmvi.id]);
    await expect.poll(staged).toEqual([]);
  });

  it('end what a tenant stores, while text goes on, and other tenants and /health notice nothing', async () => {
    const { pmvi, cmvi } = world;
    expect((await post(bia, pmvi, 900)).statusCode).toBe(201);
    expect(told(await post(bia, pmvi, 600))).toEqual(TENANT_FULL);
    expect(told(await begin(bia, { name: newName(), bytes: pdfOf(600 * KIB) }))).toEqual(TENANT_FULL);
    const document = await createdDocument(other, { town: cmvi, to: cmvi.people.bia, sector: 'SEMED' });
    expect((await post(other, cmvi, 1500)).statusCode).toBe(201);
    expect(document.files_count).toBe(1);
    const health = await server.app.inject('/health');
    expect([health.statusCode, health.json()]).toMatchObject([200, { status: 'ok' }]);
    const list = await ana.get('/api/documents');
    const [row] = list.json<{ data: { id: number }[] }>().data;
    expect((await ana.send('PATCH', `/api/documents/${row?.id}`, { content: 'Só texto.' })).statusCode).toBe(200);
  });

  it('are those of the tenant’s own row where it has them', async () => {
    const { pmvi } = world;
    await world.query('update tenants set storage_quota_mb = 10, person_storage_quota_mb = 5 where id = $1', [pmvi.id]);
    expect((await post(bia, pmvi, 600)).statusCode).toBe(201);
    await world.query('update tenants set person_storage_quota_mb = 1 where id = $1', [pmvi.id]);
    expect(told(await post(bia, pmvi, 10))).toEqual(PERSON_FULL);
  });

  it('count each file of a tenant once, and none that is marked as deleted', async () => {
    const { pmvi } = world;
    const sums = `select coalesce(sum(size), 0)::float8 as bytes from files where tenant_id = $1 and deleted_at is null`;
    const counted = async () => Object.values(await storedBy(pmvi.id)).reduce((sum, one) => sum + one, 0);
    const stored = async () => (await world.query<{ bytes: number }>(sums, [pmvi.id]))[0]?.bytes;
    expect(await counted()).toBe(await stored());
    await world.query(
      'update files set deleted_at = now() where id = (select max(id) from files where tenant_id = $1)',
      [pmvi.id],
    );
    expect(await counted()).toBe(await stored());
  });

  it('come back from the files of models that are deleted, now or before this version', async () => {
    const { pmvi } = world;
    await world.query('update tenants set storage_quota_mb = null, person_storage_quota_mb = null where id = $1', [
      pmvi.id,
    ]);
    const admin = await world.as(pmvi.people.admin);
    const ofModels = async () => (await storedBy(pmvi.id))['0'] ?? 0;
    const before = await ofModels();
    const made = await postModel(admin, { name: 'Ofício', sectors: [pmvi.sectors.SEMED] });
    expect([made.statusCode, (await ofModels()) > before]).toEqual([201, true]);
    const [model] = await world.query<{ id: number }>('select max(id)::float8 as id from models where tenant_id = $1', [
      pmvi.id,
    ]);
    const answer = await admin.send('DELETE', '/api/models', { model_ids: [model?.id] });
    expect([answer.statusCode, await ofModels()]).toEqual([200, before]);
    // As a version before left it.
    await world.query('update files set deleted_at = null where model_id = $1', [model?.id]);
    expect(await ofModels()).toBeGreaterThan(before);
    await world.query(await readFile('src/server/db/migrations/0046_deleted_model_files.sql', 'utf8'));
    expect(await ofModels()).toBe(before);
  });
});
