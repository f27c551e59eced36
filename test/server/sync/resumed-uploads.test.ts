// A large command goes on after a cut where it was (S101): the real outbox, drain and client
// against the real server over real sockets, which a proxy cuts in the middle of a body.

import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drain } from '#sync/drain.ts';
import { startFaultProxy, type FaultProxy } from '../../e2e/fault-proxy.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { pdfOf, sha256Of } from '../harness/staging.ts';
import type { TestClient } from '../harness/test-client.ts';
import { openUploadingDevice, planFor, type UploadingDevice } from '../harness/uploading-device.ts';
import type { Town } from '../harness/world.ts';

const MIB = 1024 * 1024;
/** 1 Mbit/s. */
const BYTES_PER_MS = 125;
const LONG = process.env['MALOTE_LONG'] === '1';
const FILE_BYTES = LONG ? 10_000_000 : 4_000_000;
const CUT_BYTES = 15_000 * BYTES_PER_MS;
const UPLOADS = /\/api\/sync\/uploads\//;

let server: TestServer;
let pmvi: Town;
let ana: TestClient;
let client: pg.Client;
let proxy: FaultProxy;
let device: UploadingDevice;

townPerFile.beforeAll(({ town }) => void ({ server, pmvi, ana } = town));
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  client = new pg.Client(server.connection);
  await client.connect();
  await client.query(`set app.maintenance = 'on'`);
});
afterAll(() => client.end());
beforeEach(async () => {
  const { port } = server.app.server.address() as AddressInfo;
  proxy = await startFaultProxy({ targetPort: () => port });
  device = await openUploadingDevice(ana, { proxy, bytesPerMs: BYTES_PER_MS });
});
afterEach(async () => {
  await device.mirror.delete();
  await proxy.close();
});

const bodyBytes = (path = /./): number =>
  proxy.passages.filter(({ url }) => path.test(url)).reduce((sum, passage) => sum + passage.bodyBytes, 0);
/** Hashes of the files of every document that the command made. */
const effectsOf = async (id: string): Promise<string[][]> =>
  (
    await client.query(
      `select array_agg(f.sha256 order by f.position, f.id) as hashes from documents d
        join files f on f.tenant_id = d.tenant_id and f.document_id = d.id where d.command_id = $1 group by d.id`,
      [id],
    )
  ).rows.map((row: { hashes: string[] }) => row.hashes);
const stagedOf = async (id: string): Promise<number> =>
  (await client.query('select 1 from staged_uploads where key = $1', [id])).rowCount ?? 0;

describe('a command with large files', () => {
  it(`${FILE_BYTES / 1e6} MB cut every 15 s at 1 Mbit/s arrive with at most a tenth sent again, as one document`, async () => {
    const file = pdfOf(FILE_BYTES);
    const { id } = await device.enqueue(planFor(pmvi), [file]);
    proxy.add({ path: UPLOADS, methods: ['PATCH'], fault: { kind: 'cut', everyBytes: CUT_BYTES } });
    await device.drainAll();

    expect(await device.commandOf(id)).toMatchObject({ state: 'done', attempts: 1, sentBytes: file.length });
    expect(await effectsOf(id)).toEqual([[sha256Of(file)]]);
    const cuts = proxy.passages.filter(({ method, status }) => method === 'PATCH' && status === null);
    expect(cuts.length).toBeGreaterThanOrEqual(Math.floor(file.length / CUT_BYTES));
    expect(bodyBytes()).toBeLessThan(file.length * 1.1);
    await expect.poll(() => stagedOf(id)).toBe(0);
  });

  it('cuts at any byte leave the files whole', async () => {
    const files = [pdfOf(300_000), pdfOf(800_000)];
    for (const everyBytes of [33_333, 131_072]) {
      const { id } = await device.enqueue(planFor(pmvi), files);
      proxy.clear();
      proxy.add({ path: UPLOADS, methods: ['PATCH'], fault: { kind: 'cut', everyBytes } });
      await device.drainAll();
      expect(await effectsOf(id)).toEqual([files.map(sha256Of)]);
    }
  });

  it('a device that dies between two parts goes on from the last one, and its author sees how far it was', async () => {
    const file = pdfOf(2 * MIB);
    const { id } = await device.enqueue(planFor(pmvi), [file]);
    proxy.add({ path: UPLOADS, methods: ['PATCH'], fault: { kind: 'delay', ms: 0 }, times: 5 });
    proxy.add({ path: UPLOADS, methods: ['PATCH'], fault: { kind: 'drop-request' } });
    await drain(device.parts);
    const command = await device.commandOf(id);
    // The second attempt, made at once, brought nothing. The command was never sent, so its outcome
    // is not in doubt.
    expect(command).toMatchObject({ state: 'backoff', attempts: 2, failures: 1, answerLost: false, lease: null });
    const before = bodyBytes(UPLOADS);
    expect(command.sentBytes).toBeGreaterThanOrEqual(5 * 128 * 1024);

    proxy.clear();
    const reborn = await openUploadingDevice(ana, { proxy, bytesPerMs: BYTES_PER_MS, disk: device.mirror });
    await reborn.drainAll();
    expect(await reborn.commandOf(id)).toMatchObject({ state: 'done' });
    expect(await effectsOf(id)).toEqual([[sha256Of(file)]]);
    expect(bodyBytes(UPLOADS) - before).toBeLessThan(file.length - (command.sentBytes ?? 0) + 4096);
  });

  it('an older server gets the form as before', async () => {
    const file = pdfOf(2 * MIB);
    const { id } = await device.enqueue(planFor(pmvi), [file]);
    const body = JSON.stringify({ message: 'Não encontrado.' });
    const headers = { 'content-type': 'application/json' };
    proxy.add({ path: UPLOADS, fault: { kind: 'status', status: 404, headers, body } });
    expect(await device.drainAll()).toBe(1);
    expect(await device.commandOf(id)).toMatchObject({ state: 'done', attempts: 1 });
    expect(await effectsOf(id)).toEqual([[sha256Of(file)]]);
  });

  it.each([MIB, 20 * 1024])('a proxy that takes at most %i bytes at once gets smaller parts', async (bodyAbove) => {
    const quick = await openUploadingDevice(ana, { proxy, bytesPerMs: 100 * BYTES_PER_MS });
    const file = pdfOf(bodyAbove === MIB ? FILE_BYTES : 1.5 * MIB);
    const { id } = await quick.enqueue(planFor(pmvi), [file]);
    const headers = { 'content-type': 'text/html' };
    proxy.add({ bodyAbove, fault: { kind: 'status', status: 413, headers, body: '<h1>413</h1>' } });
    await quick.drainAll();
    expect(await quick.commandOf(id)).toMatchObject({ state: 'done', attempts: 1 });
    expect(await effectsOf(id)).toEqual([[sha256Of(file)]]);
    // The limit of a proxy stays, so no size above it is tried again.
    const refused = proxy.passages.filter(({ status }) => status === 413);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(3);
    await quick.mirror.delete();
  });

  it('a network that lets no part through gets the form in turns', async () => {
    const file = pdfOf(2 * MIB);
    const { id } = await device.enqueue(planFor(pmvi), [file]);
    proxy.add({ path: UPLOADS, fault: { kind: 'drop-request' } });
    await device.drainAll();
    expect(await device.commandOf(id)).toMatchObject({ state: 'done' });
    expect(await effectsOf(id)).toEqual([[sha256Of(file)]]);
  });

  it('small files travel with their command', async () => {
    const { id } = await device.enqueue(planFor(pmvi), [pdfOf(100_000), pdfOf(900_000)]);
    await device.drainAll();
    expect(proxy.passages.filter(({ url }) => UPLOADS.test(url))).toEqual([]);
    expect(await effectsOf(id)).toHaveLength(1);
  });

  it('an answer that is lost after the effect is found by the receipt: no byte of the files is sent again', async () => {
    const file = pdfOf(2 * MIB);
    const { id } = await device.enqueue(planFor(pmvi), [file]);
    proxy.add({ path: /\/api\/documents$/, methods: ['POST'], fault: { kind: 'drop-answer' }, times: 1 });
    await device.drainAll();
    expect(await device.commandOf(id)).toMatchObject({ state: 'done', attempts: 2 });
    expect(await effectsOf(id)).toEqual([[sha256Of(file)]]);
    expect(bodyBytes(UPLOADS)).toBeLessThan(file.length + 4096);
  });

  it.each(['drop-answer', 'duplicate'] as const)('parts under the fault %s make one whole file', async (kind) => {
    const file = pdfOf(2 * MIB);
    const { id } = await device.enqueue(planFor(pmvi), [file]);
    proxy.add({ path: UPLOADS, methods: ['PATCH'], fault: { kind }, times: 3 });
    await device.drainAll();
    expect(await device.commandOf(id)).toMatchObject({ state: 'done', attempts: 1 });
    expect(await effectsOf(id)).toEqual([[sha256Of(file)]]);
  });

  it('uploads that are cleaned up before their command are sent again within the same attempt', async () => {
    const file = pdfOf(MIB + 1);
    const { id } = await device.enqueue(planFor(pmvi), [file]);
    const answer = JSON.stringify({ message: 'De novo.', type: 'upload_missing' });
    const headers = { 'content-type': 'application/json' };
    const fault = { kind: 'status', status: 409, headers, body: answer } as const;
    proxy.add({ path: /\/api\/documents$/, methods: ['POST'], fault, times: 1 });
    await device.drainAll();
    expect(await device.commandOf(id)).toMatchObject({ state: 'done', attempts: 1 });
    expect(await effectsOf(id)).toEqual([[sha256Of(file)]]);
  });

  it("uploads that are missing again are sent later, and the command stays in its author's hands", async () => {
    const file = pdfOf(MIB + 1);
    const { id } = await device.enqueue(planFor(pmvi), [file]);
    const answer = JSON.stringify({ message: 'De novo.', type: 'upload_missing' });
    const headers = { 'content-type': 'application/json' };
    const fault = { kind: 'status', status: 409, headers, body: answer } as const;
    proxy.add({ path: /\/api\/documents$/, methods: ['POST'], fault, times: 2 });
    await drain(device.parts);
    expect(await device.commandOf(id)).toMatchObject({ state: 'backoff', attempts: 1, answerLost: false });
    await device.drainAll();
    expect(await effectsOf(id)).toEqual([[sha256Of(file)]]);
  });

  it('a file whose bytes changed on the device is told to its author, and does not travel again and again', async () => {
    const file = pdfOf(2 * MIB);
    const { id } = await device.enqueue(planFor(pmvi), [file]);
    await device.mirror.chunks.toCollection().modify((chunk) => {
      new Uint8Array(chunk.bytes)[100] = 0;
    });
    await device.drainAll(5);
    expect(await device.commandOf(id)).toMatchObject({
      state: 'refused',
      lastError: { errors: { files: [expect.any(String)] } },
    });
    expect(bodyBytes()).toBeLessThan(file.length * 1.1);
    expect(await effectsOf(id)).toEqual([]);
  });

  it('page and worker at once send one file and make one document', async () => {
    const file = pdfOf(3 * MIB);
    const { id } = await device.enqueue(planFor(pmvi), [file]);
    const second = await openUploadingDevice(ana, { proxy, bytesPerMs: BYTES_PER_MS });
    // The same command and bytes on a copy of the disk: no lock and no lease stands between the two
    // senders.
    await second.mirror.commands.put(await device.commandOf(id));
    await second.mirror.files.bulkPut(await device.mirror.files.toArray());
    await second.mirror.chunks.bulkPut(await device.mirror.chunks.toArray());
    await Promise.all([device.drainAll(), second.drainAll()]);
    for (const one of [device, second]) expect(await one.commandOf(id)).toMatchObject({ state: 'done' });
    expect(await effectsOf(id)).toEqual([[sha256Of(file)]]);
    await second.mirror.delete();
  });
});
