// What is left of files that were sent ahead (S101), over disk and over S3: nothing of what was
// refused, withdrawn or rested too long, and everything that an attempt may still use.

import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PERSON_MAX_BYTES, PERSON_MAX_FILES } from '#server/files/staged-uploads.ts';
import { collectStrayFiles } from '#server/jobs/collect-stray-files.ts';
import { STAGED_KEPT_MS, sweepStaged } from '#server/jobs/maintenance.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import type { TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import { begin, newName, pdfOf, stage, type StagedName } from '../harness/staging.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { World } from '../harness/world.ts';
import { startStagingTown, STORES, type StagingTown } from './staging-town.ts';

const KIB = 1024;

describe.each(STORES)('what is left of files sent ahead, kept on %s', (store) => {
  let town: StagingTown;
  let server: TestServer;
  let world: World;
  let ana: TestClient;
  let nowMs = Date.now();

  beforeAll(async () => {
    town = await startStagingTown(store, { clock: () => nowMs });
    ({ server, world, ana } = town);
  });
  afterAll(() => town.close());

  it('what is refused for good, or withdrawn, leaves no upload', async () => {
    const bytes = Buffer.concat([Buffer.from('no document'), Buffer.alloc(40 * KIB)]);
    const name = newName();
    await stage(ana, { name, bytes });
    const refused = await town.create({ key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] });
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['files']]);
    await expect.poll(() => town.uploadsOf(name)).toBe(0);

    const withdrawn = newName();
    await stage(ana, { name: withdrawn, bytes });
    const parts = await town.partKeysOf(withdrawn);
    expect((await ana.send('DELETE', `/api/sync/receipts/${withdrawn.key}?attempts=1`)).statusCode).toBe(200);
    expect(await town.uploadsOf(withdrawn)).toBe(0);
    await expect.poll(async () => (await town.storedKeys()).filter((key) => parts.includes(key))).toEqual([]);
  });

  it('what a person left who was deleted since is removed, and what others sent ahead stays', async () => {
    const caio = await world.as(world.pmvi.people.caio);
    const bytes = pdfOf(40 * KIB);
    const [theirs, others] = [newName(), newName()];
    await stage(caio, { name: theirs, bytes });
    await stage(ana, { name: others, bytes });
    const parts = await town.partKeysOf(theirs);
    await world.query('update users set deleted_at = now() where id = $1', [caio.userId]);
    await sweepStaged(server.services);
    expect([await town.uploadsOf(theirs), await town.uploadsOf(others)]).toEqual([0, 1]);
    expect((await town.storedKeys()).filter((key) => parts.includes(key))).toEqual([]);
    await world.query('update users set deleted_at = null where id = $1', [caio.userId]);
  });

  it('a withdrawal, and an upload that needs room, are answered before the store has removed anything', async () => {
    const bytes = pdfOf(40 * KIB);
    const [withdrawn, resting] = [newName(), newName()];
    for (const name of [withdrawn, resting]) await stage(ana, { name, bytes });
    let asked = 0;
    let fail: (error: Error) => void = () => undefined;
    const slow = new Promise<void>((_resolve, reject) => (fail = reject));
    const remove = vi.spyOn(server.services.files, 'remove').mockImplementation(async () => {
      asked += 1;
      await slow;
    });
    try {
      expect((await ana.send('DELETE', `/api/sync/receipts/${withdrawn.key}?attempts=1`)).statusCode).toBe(200);
      expect([await town.uploadsOf(withdrawn), asked > 0]).toEqual([0, true]);
      await town.client.query(`update staged_uploads set size = $2, touched_at = $3 where key = $1`, [
        resting.key,
        PERSON_MAX_BYTES,
        new Date(nowMs - 2 * 86_400_000).toISOString(),
      ]);
      const next = newName();
      const asBefore = asked;
      expect((await begin(ana, { name: next, bytes })).statusCode).toBe(200);
      expect([await town.uploadsOf(resting), await town.uploadsOf(next), asked > asBefore]).toEqual([0, 1, true]);
      fail(new Error('the store is away'));
      await expect
        .poll(() => town.lines.filter((line) => line.includes('stored objects were left behind')).length)
        .toBe(2);
    } finally {
      remove.mockRestore();
    }
  });

  it('a write that is answered with a conflict, or fails at a later file, leaves no joined file', async () => {
    const bytes = pdfOf(40 * KIB);
    const name = newName();
    await stage(ana, { name, bytes });
    const withdrawn = await town.partKeysOf(name);
    expect((await ana.send('DELETE', `/api/sync/receipts/${name.key}?attempts=3`)).statusCode).toBe(200);
    await expect.poll(async () => (await town.storedKeys()).filter((key) => withdrawn.includes(key))).toEqual([]);
    await stage(ana, { name, bytes });
    const parts = await town.partKeysOf(name);
    const before = await town.storedKeys();
    const given = { key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] };
    const late = await town.create({ ...given, attempt: 2 });
    expect([late.statusCode, late.json().type]).toEqual([409, 'withdrawn']);
    await expect.poll(async () => (await town.storedKeys()).toSorted()).toEqual(before.toSorted());

    // Its parts are here still, for the attempt that counts. Of the second file here nothing can be
    // made.
    const broken = { key: name.key, file: randomUUID() };
    const text = Buffer.concat([Buffer.from('no document'), Buffer.alloc(40 * KIB)]);
    await stage(ana, { name: broken, bytes: text });
    const both = [...given.files, { file: broken.file, name: 'b.pdf', bytes: text }];
    const partsOfBoth = await town.partKeysOf(name);
    const refused = await town.create({ key: name.key, files: both, attempt: 4 });
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['files']]);
    const others = before.filter((key) => !parts.includes(key));
    expect(partsOfBoth.length).toBeGreaterThan(parts.length);
    await expect.poll(async () => (await town.storedKeys()).toSorted()).toEqual(others.toSorted());
  });

  it('a person stages only so much; what has rested for a day makes room', async () => {
    const caio = await world.as(world.pmvi.people.caio);
    const small = randomBytes(20);
    const start = (name: StagedName) => begin(caio, { name, bytes: small });
    const first = newName();
    await start(first);
    for (let at = 1; at < PERSON_MAX_FILES; at += 1) await start(newName());
    expect((await start(newName())).statusCode).toBe(413);
    // Others are not concerned.
    const bia = await world.as(world.pmvi.people.bia);
    expect((await begin(bia, { name: newName(), bytes: small })).statusCode).toBe(200);

    nowMs += 86_400_001;
    expect((await start(first)).statusCode).toBe(200);
    expect((await start(newName())).statusCode).toBe(200);
    expect(await town.uploadsOf(first)).toBe(1);
  });

  it('uploads at rest and those of registered commands are cleaned up, and their parts are no strays before', async () => {
    const bytes = pdfOf(20 * KIB);
    const [resting, registered, living] = [newName(), newName(), newName()];
    for (const name of [resting, registered]) await stage(ana, { name, bytes });
    // As a server leaves it that dies between the effect and the sweep.
    await createdDocument(ana, {
      town: world.pmvi,
      to: world.pmvi.people.bia,
      sector: 'SEMED',
      headers: { 'idempotency-key': registered.key },
    });
    expect(await town.uploadsOf(registered)).toBe(1);
    await town.client.query(`update staged_uploads set touched_at = $2 where key = $1`, [
      resting.key,
      new Date(nowMs - STAGED_KEPT_MS - 1).toISOString(),
    ]);
    await stage(ana, { name: living, bytes });
    const kept = await town.partKeysOf(living);
    const parts = [...(await town.partKeysOf(resting)), ...(await town.partKeysOf(registered))];

    const aged = {
      ...server.services.files,
      async *entries() {
        for await (const entry of server.services.files.entries()) yield { ...entry, ageMs: 2 * 86_400_000 };
      },
    };
    await collectStrayFiles({ database: server.database, files: aged });
    expect(await town.storedKeys()).toEqual(expect.arrayContaining([...parts, ...kept]));
    expect(await sweepStaged({ ...server.services, clock: () => nowMs })).toMatchObject({ parts: parts.length });
    expect([await town.uploadsOf(resting), await town.uploadsOf(registered), await town.uploadsOf(living)]).toEqual([
      0, 0, 1,
    ]);
    expect((await town.storedKeys()).filter((key) => parts.includes(key))).toEqual([]);
    expect((await verifyData({ connection: server.connection, files: aged })).differences).toEqual([]);
    expect((await begin(ana, { name: resting, bytes })).json().received).toBe(0);
  });
});
