// Writing models, with their files: success, each validation, forbidden, other sector, other
// tenant.

import { describe, expect, it } from 'vitest';
import { ModelRow } from '#contract/reference-data.ts';
import * as v from 'valibot';
import { townPerFile } from '../harness/fixtures.ts';
import { multipart, smallPdf, type Upload } from '../harness/multipart.ts';
import { newDevice, pull } from '../harness/pull.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let world: World;
let pmvi: Town;
let admin: TestClient;
let ana: TestClient;

townPerFile.override('options', { clock: () => Date.parse('2026-11-20T15:00:00Z') });
townPerFile.beforeAll(({ town }) => void ({ world, pmvi, admin, ana } = town));

describe('models', () => {
  const url = '/api/models';
  type Fields = readonly (readonly [string, string])[];
  const fields = (organizationIds: readonly number[], more: Fields = []): Fields => [
    ['type', 'document_model'],
    ['file_mime_type', 'pdf'],
    ['name', 'Ofício padrão'],
    ['description', 'Modelo de ofício.'],
    ...organizationIds.map((id) => ['organization_ids[]', String(id)] as const),
    ...more,
  ];
  const send = (client: TestClient, body: Fields, files: readonly Upload[] = []) =>
    client.inject({ method: 'POST', url, ...multipart(body, files) });
  const pdf = { name: 'modelo.pdf', content: smallPdf() };

  it('a model has files and sectors, and the sectors decide which people see both (rule B13)', async () => {
    const made = await send(admin, fields([pmvi.sectors.SEMOB]), [pdf]);
    expect(made.statusCode).toBe(201);
    const model = v.parse(ModelRow, made.json().model);
    const fileUrl = `/api/models/get-file-content/${model.files[0]?.id}`;
    const bia = await world.as(pmvi.people.bia);
    const stranger = await world.as(world.cmvi.people.admin);
    const seen = async (client: TestClient) => [
      (await client.get(`${url}/${model.id}`)).statusCode,
      (await client.get(fileUrl)).statusCode,
      ((await client.get(url)).json() as { id: number }[]).some((row) => row.id === model.id),
    ];
    expect(await seen(ana)).toEqual([200, 200, true]);
    expect(await seen(admin)).toEqual([200, 200, true]);
    expect(await seen(bia)).toEqual([404, 404, false]);
    expect(await seen(stranger)).toEqual([404, 404, false]);
    const file = await ana.get(fileUrl);
    expect(file.rawPayload.equals(smallPdf())).toBe(true);
    expect(file.headers['cache-control']).toBe('private, no-store');
    // A model that leaves the sector is deleted on the device.
    const device = await pull(ana, newDevice());
    await admin.send('PUT', url, { model_ids: [model.id], organization_ids: [pmvi.sectors.SEMED] });
    await pull(ana, device);
    expect(device.rows.get(`models:${model.id}`)?.op).toBe('delete');
    expect(await seen(ana)).toEqual([404, 404, false]);
    expect(await seen(bia)).toEqual([200, 200, true]);
    await admin.send('PATCH', url, { model_ids: [model.id], status: 0 });
    expect(await seen(bia)).toEqual([404, 404, false]);
  });

  it('the files of a model are replaced in one call, and at least one that fits the type remains (rule C10)', async () => {
    const model = (await send(admin, fields([pmvi.sectors.SEMOB]), [pdf])).json().model;
    const put = (more: Fields, files: readonly Upload[] = []) =>
      send(admin, [['_method', 'PUT'], ['model_ids[]', String(model.id)], ...more], files);
    const old = String(model.files[0].id);
    expect((await put([['delete_file_ids[]', old]])).json().errors).toHaveProperty('files');
    const text = { name: 'modelo.txt', content: 'texto' };
    expect((await put([], [text])).json().errors).toHaveProperty('files');
    const swapped = await put([['delete_file_ids[]', old]], [{ name: 'novo.pdf', content: smallPdf('novo') }]);
    expect(swapped.statusCode).toBe(200);
    expect(swapped.json().model.files.map((file: { name: string }) => file.name)).toEqual(['novo.pdf']);
    expect((await put([['delete_file_ids[]', old]])).json().errors).toHaveProperty('delete_file_ids');
    expect((await put([['file_mime_type', 'word']])).json().errors).toHaveProperty('files');
  });

  it('a model needs type, sectors, file type, name, description and a file', async () => {
    const answer = await send(admin, [['name', '']]);
    expect(Object.keys(answer.json().errors).toSorted()).toEqual([
      'description',
      'file_mime_type',
      'name',
      'organization_ids',
      'type',
    ]);
    expect((await send(admin, fields([pmvi.sectors.SEMOB]))).json().errors).toHaveProperty('files');
    expect((await send(admin, fields([world.cmvi.sectors.GAB]), [pdf])).json().errors).toHaveProperty(
      'organization_ids',
    );
  });

  it('a manager writes models of the own sector only', async () => {
    const gestor = await world.as(pmvi.people.gestor);
    const { SEMOB, SEMED } = pmvi.sectors;
    expect((await send(gestor, fields([SEMOB]), [pdf])).statusCode).toBe(201);
    expect((await send(gestor, fields([SEMOB, SEMED]), [pdf])).json().errors).toHaveProperty('organization_ids');
    const shared = (await send(admin, fields([SEMOB, SEMED]), [pdf])).json().model;
    expect((await gestor.send('PUT', url, { model_ids: [shared.id], name: 'x' })).statusCode).toBe(403);
    const theirs = (await send(admin, fields([SEMED]), [pdf])).json().model;
    expect((await gestor.send('PUT', url, { model_ids: [theirs.id], name: 'x' })).statusCode).toBe(404);
    expect((await gestor.send('DELETE', url, { model_ids: [shared.id] })).statusCode).toBe(403);
    expect((await send(ana, fields([SEMOB]), [pdf])).statusCode).toBe(403);
  });
});
