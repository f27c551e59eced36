// How files that were sent ahead are joined at their command (S101): beside other work, and in bounded number.

import { expect, it, vi } from 'vitest';
import { JOIN_MAX_MS } from '#server/http/with-files.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { postDocument } from '../harness/new-document.ts';
import { begin, newName, pdfOf, stage, stagedDocument, type StagedCreation } from '../harness/staging.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town } from '../harness/world.ts';

let server: TestServer;
let pmvi: Town;
let ana: TestClient;

townPerFile.beforeAll(({ town }) => void ({ server, pmvi, ana } = town));

const KIB = 1024;
const create = (given: StagedCreation) => postDocument(ana, stagedDocument(pmvi, given));

it('files are joined without a place, once for a command, and for a few commands at once', async () => {
  const bytes = pdfOf(20 * KIB);
  const names = Array.from({ length: 5 }, newName);
  for (const name of names) await stage(ana, { name, bytes });
  const given = names.map(({ key, file }): StagedCreation => ({ key, files: [{ file, name: 'plano.pdf', bytes }] }));
  const [first, fifth] = [given[0], given[4]];
  if (first === undefined || fifth === undefined) throw new Error('five were staged');
  const { files } = server.services;
  const openObject = files.open.bind(files);
  let opened = 0;
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const slow = vi.spyOn(files, 'open').mockImplementation(async (storageKey) => {
    opened += 1;
    await held;
    return openObject(storageKey);
  });
  try {
    const joining = given.slice(0, 4).map((one) => create(one));
    await expect.poll(() => opened).toBe(4);
    expect(server.app.places.size()).toBe(0);
    const again = await create({ ...first, attempt: 2 });
    expect([again.statusCode, again.json().type]).toEqual([409, 'in_progress']);
    const further = await create(fifth);
    expect([further.statusCode, further.headers['retry-after']]).toEqual([503, '2']);
    expect([opened, (await begin(ana, { name: names[4] ?? newName(), bytes })).json().received]).toEqual([
      4,
      bytes.length,
    ]);
    letGo();
    expect((await Promise.all(joining)).map((answer) => answer.statusCode)).toEqual([201, 201, 201, 201]);
    expect((await create(fifth)).statusCode).toBe(201);
    expect((await create({ ...first, attempt: 2 })).headers['idempotent-replayed']).toBe('true');
    expect(server.app.places.size()).toBe(0);
  } finally {
    letGo();
    slow.mockRestore();
  }
});

it('a store that hangs does not keep the turn of a command for ever', async () => {
  const bytes = pdfOf(20 * KIB);
  const name = newName();
  await stage(ana, { name, bytes });
  const given = { key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] };
  const hanging = vi.spyOn(server.services.files, 'open').mockImplementation(() => new Promise(() => undefined));
  const wait = globalThis.setTimeout;
  const timers = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((work: () => void, ms?: number) => wait(work, ms === JOIN_MAX_MS ? 1 : ms)) as never);
  try {
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const answer = await create({ ...given, attempt });
      expect([answer.statusCode, answer.json().type]).toEqual([503, 'storage_away']);
    }
  } finally {
    timers.mockRestore();
    hanging.mockRestore();
  }
  expect((await create({ ...given, attempt: 7 })).statusCode).toBe(201);
});
