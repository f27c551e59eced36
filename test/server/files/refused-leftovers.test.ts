// What a request stored before it was refused, or repeats, does not stay in the store.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postDocument } from '../harness/new-document.ts';
import { newName, pdfOf, stage } from '../harness/staging.ts';
import { startStagingTown, STORES, type StagingTown } from './staging-town.ts';

describe.each(STORES)('files that come with a request, kept on %s', (store) => {
  let town: StagingTown;

  beforeAll(async () => void (town = await startStagingTown(store)));
  afterAll(() => town.close());

  const post = (fields: readonly (readonly [string, string])[], headers: Readonly<Record<string, string>> = {}) => {
    const { pmvi } = town.world;
    const files = [{ name: 'plano.pdf', content: pdfOf(1000) }];
    return postDocument(town.ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED', files, fields, headers });
  };

  it.each([
    ['by a rule', () => post([['limit_date', '2020-01-01']]), 422],
    ['by its schema', () => post([['type', 'letter']]), 422],
    ['by the hash of a file', () => post([['files_sha256[0]', 'a'.repeat(64)]]), 422],
    ['by its key', () => post([], { 'idempotency-key': 'none' }), 422],
  ])('are removed when it is refused %s', async (_by, send, status) => {
    const before = await town.storedKeys();
    expect((await send()).statusCode).toBe(status);
    await expect.poll(town.storedKeys).toEqual(before);
  });

  it('are removed when a later file of the same form is refused', async () => {
    const before = await town.storedKeys();
    const { pmvi } = town.world;
    const files = [
      { name: 'plano.pdf', content: pdfOf(1000) },
      { name: 'plano.exe', content: pdfOf(1000) },
    ];
    const answer = await postDocument(town.ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED', files });
    expect(answer.statusCode).toBe(422);
    await expect.poll(town.storedKeys).toEqual(before);
  });

  it('are kept once when the request is accepted, however often it comes', async () => {
    const before = await town.storedKeys();
    const { pmvi } = town.world;
    const files = [{ name: 'plano.pdf', content: pdfOf(1000) }];
    const made = {
      town: pmvi,
      to: pmvi.people.bia,
      sector: 'SEMED',
      files,
      headers: { 'idempotency-key': randomUUID() },
    } as const;
    for (const replayed of [undefined, 'true', 'true'])
      expect((await postDocument(town.ana, made)).headers['idempotent-replayed']).toBe(replayed);
    await expect.poll(async () => (await town.storedKeys()).length).toBe(before.length + 1);
  });

  it('are kept as parts while they are added, and removed as a part that is refused', async () => {
    const name = newName();
    const bytes = pdfOf(40 * 1024);
    await stage(town.ana, { name, bytes });
    const before = await town.storedKeys();
    expect(before).toEqual(expect.arrayContaining(await town.partKeysOf(name)));
    await expect(stage(town.ana, { name, bytes })).rejects.toThrow('409');
    await expect.poll(town.storedKeys).toEqual(before);
  });
});
