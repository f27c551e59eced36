// Parts and uploads that no device of ours would send (S101), over disk and over S3: each has a
// clear answer and leaves nothing.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PART_MAX_BYTES, PART_MIN_BYTES } from '#contract/uploads.ts';
import { FILE_MAX_BYTES } from '#domain/files.ts';
import type { TestServer } from '../harness/harness.ts';
import { smallPdf } from '../harness/multipart.ts';
import { postDocument } from '../harness/new-document.ts';
import { chunkOf, headOf, open, reading } from '../harness/raw-http.ts';
import {
  addPart,
  begin,
  newName,
  pdfOf,
  sha256Of,
  stage,
  stagedDocument,
  type StagedName,
} from '../harness/staging.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { World } from '../harness/world.ts';
import { startStagingTown, STORES, type StagingTown } from './staging-town.ts';

const KIB = 1024;

describe.each(STORES)('hostile parts, kept on %s', (store) => {
  let town: StagingTown;
  let server: TestServer;
  let world: World;
  let ana: TestClient;
  const bytes = pdfOf(100 * KIB);
  const part = bytes.subarray(0, 20 * KIB);
  let name: StagedName;
  beforeAll(async () => {
    town = await startStagingTown(store);
    ({ server, world, ana } = town);
    name = newName();
    await begin(ana, { name, bytes });
    await addPart(ana, { name, offset: 0, part });
  });
  afterAll(() => town.close());
  const here = async () => (await begin(ana, { name, bytes })).json<{ received: number }>().received;

  it.each([
    ['before the end of what is here', 0, part],
    ['beyond the end of what is here', 30 * KIB, part],
    ['beyond the end of the file', 200 * KIB, part],
  ])('a part is answered with where to go on when it begins %s', async (_name, offset, sent) => {
    const answer = await addPart(ana, { name, offset, part: sent });
    expect([answer.statusCode, answer.json().type, answer.json().received]).toEqual([409, 'upload_offset', 20 * KIB]);
  });

  it.each([
    ['a negative offset', { offset: -1 }, 422],
    ['a broken offset', { offset: 20_480.5 }, 422],
    ['an offset that no number holds', { offset: 2 ** 60 }, 422],
    ['another hash', { sha256: sha256Of(Buffer.from('other')) }, 422],
    ['no hash', { sha256: '' }, 422],
    ['no bytes', { part: Buffer.alloc(0), sha256: sha256Of(Buffer.alloc(0)) }, 422],
    ['too few bytes', { part: bytes.subarray(20 * KIB, 20 * KIB + PART_MIN_BYTES - 1) }, 422],
    ['more bytes than the file has left', { part: Buffer.concat([bytes, bytes]) }, 422],
    ['more bytes than a part may have', { part: Buffer.alloc(PART_MAX_BYTES + 1) }, 413],
  ])('a part with %s is refused and leaves nothing', async (_name, wrong, status) => {
    const before = (await town.storedKeys()).length;
    const answer = await addPart(ana, { name, offset: 20 * KIB, part, ...wrong });
    expect([answer.statusCode, await here(), (await town.storedKeys()).length]).toEqual([status, 20 * KIB, before]);
  });

  it('bytes sent where no part is taken are refused by their type', async () => {
    const payload = { payload: part, headers: { 'content-type': 'application/octet-stream' } };
    const answer = await ana.inject({ method: 'POST', url: '/api/documents', ...payload });
    expect(answer.statusCode).toBe(415);
    const form = await ana.inject({
      method: 'PATCH',
      url: `/api/sync/uploads/${name.key}/${name.file}?offset=0&sha256=${sha256Of(part)}`,
      payload: {},
    });
    expect(form.statusCode).toBe(415);
  });

  it('a part that is cut off leaves nothing, whether its length was said or not', async () => {
    const before = (await town.storedKeys()).length;
    const path = `/api/sync/uploads/${name.key}/${name.file}?offset=${20 * KIB}&sha256=${sha256Of(part)}`;
    const headers = { ...ana.headers(), 'content-type': 'application/octet-stream' };
    const put = vi.spyOn(server.services.files, 'put');
    try {
      for (const [length, body] of [
        [{ 'content-length': String(part.length) }, part.subarray(0, 10_000)],
        [{ 'transfer-encoding': 'chunked' }, chunkOf(part.subarray(0, 10_000))],
      ] as const) {
        put.mockClear();
        const socket = await open(server.app);
        socket.write(headOf({ method: 'PATCH', path, headers: { ...headers, ...length } }));
        socket.write(body);
        // The server has begun to store the part before it is cut off.
        await expect.poll(() => put.mock.calls.length).toBe(1);
        socket.destroy();
        await expect(put.mock.results[0]?.value).rejects.toMatchObject({ status: 400 });
      }
    } finally {
      put.mockRestore();
    }
    expect([await here(), (await town.storedKeys()).length]).toEqual([20 * KIB, before]);
  });

  it('bytes after the said length end the connection and belong to no part', async () => {
    const own = newName();
    const whole = pdfOf(20 * KIB);
    await begin(ana, { name: own, bytes: whole });
    const path = `/api/sync/uploads/${own.key}/${own.file}?offset=0&sha256=${sha256Of(whole)}`;
    const type = { 'content-type': 'application/octet-stream', 'content-length': String(whole.length) };
    const socket = await open(server.app);
    const { ended } = reading(socket);
    socket.write(headOf({ method: 'PATCH', path, headers: { ...ana.headers(), ...type } }));
    socket.end(Buffer.concat([whole, Buffer.from('and more bytes\r\n\r\n')]));
    await ended;
    const { received } = (await begin(ana, { name: own, bytes: whole })).json<{ received: number }>();
    expect([0, whole.length]).toContain(received);
    if (received === 0) await stage(ana, { name: own, bytes: whole });
    const answer = await town.create({ key: own.key, files: [{ file: own.file, name: 'a.pdf', bytes: whole }] });
    expect(answer.json().document.files).toMatchObject([{ sha256: sha256Of(whole) }]);
  });

  it('the upload of another person, of another tenant and of a stranger is not there', async () => {
    const next = { name, offset: 20 * KIB, part };
    const bia = await world.as(world.pmvi.people.bia);
    const foreign = await world.as(world.cmvi.people.ana);
    for (const other of [bia, foreign]) {
      expect((await addPart(other, next)).statusCode).toBe(404);
      const named = await town.create({ key: name.key, files: [{ file: name.file, name: 'a.pdf', bytes }] }, other);
      expect([409, 422]).toContain(named.statusCode);
    }
    expect(await here()).toBe(20 * KIB);
  });

  it.each([
    ['no size', { sha256: sha256Of(part) }],
    ['an empty file', { size: 0, sha256: sha256Of(part) }],
    ['a size beyond a file', { size: FILE_MAX_BYTES + 1, sha256: sha256Of(part) }],
    ['a hash that is none', { size: 10, sha256: 'x' }],
  ])('an upload is not begun with %s', async (_name, body) => {
    const { key, file } = newName();
    expect((await ana.send('PUT', `/api/sync/uploads/${key}/${file}`, body)).statusCode).toBe(422);
    expect((await ana.send('PUT', `/api/sync/uploads/${key}/x`, body)).statusCode).toBe(404);
  });

  it('a name does not stand for two files', async () => {
    const answer = await begin(ana, { name, bytes: part });
    expect([answer.statusCode, answer.json().type]).toEqual([422, 'key_reused']);
  });

  it('staged files need a key, and no other files beside them', async () => {
    const own = newName();
    await stage(ana, { name: own, bytes: part });
    const given = { key: own.key, files: [{ file: own.file, name: 'a.pdf', bytes: part }] };
    const { headers: _none, ...keyless } = stagedDocument(world.pmvi, given);
    expect((await postDocument(ana, keyless)).statusCode).toBe(422);
    const both = { ...stagedDocument(world.pmvi, given), files: [{ name: 'b.pdf', content: smallPdf() }] };
    expect((await postDocument(ana, both)).statusCode).toBe(422);
  });
});
