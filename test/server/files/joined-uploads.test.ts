// How files that were sent ahead are joined at their command (S101): beside other work, and in
// bounded number.

import { expect, it, vi } from 'vitest';
import { JOIN_MAX_MS } from '#server/http/with-files.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { postDocument } from '../harness/new-document.ts';
import { begin, newName, pdfOf, stage, stagedDocument, type StagedCreation } from '../harness/staging.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let pmvi: Town;
let ana: TestClient;
let bia: TestClient;
let caio: TestClient;

townPerFile.beforeAll(({ town }) => void ({ server, world, pmvi, ana, bia, caio } = town));

const KIB = 1024;
const bytes = pdfOf(20 * KIB);

type Joining = { readonly client: TestClient; readonly town: Town; readonly given: StagedCreation };

const create = ({ client, town, given }: Joining, attempt = 1) =>
  postDocument(client, stagedDocument(town, { ...given, attempt }));

async function staged(client: TestClient, town: Town): Promise<Joining> {
  const name = newName();
  await stage(client, { name, bytes });
  return { client, town, given: { key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] } };
}

/** Holds every joining of files until it is let go. */
function holdJoins() {
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
  return {
    opened: () => opened,
    letGo: () => letGo(),
    [Symbol.dispose]: () => {
      letGo();
      slow.mockRestore();
    },
  };
}

it('files are joined without a place, once for a command, one command a person, half of the turns a tenant', async () => {
  const { cmvi } = world;
  const [dora, edu, fay] = await Promise.all([cmvi.people.ana, cmvi.people.bia, cmvi.people.caio].map(world.as));
  if (dora === undefined || edu === undefined || fay === undefined) throw new Error('three people of the other town');
  const [first, second, third] = [await staged(ana, pmvi), await staged(ana, pmvi), await staged(bia, pmvi)];
  const fourth = await staged(caio, pmvi);
  const [others, further] = [[await staged(dora, cmvi), await staged(edu, cmvi)], await staged(fay, cmvi)];
  using joins = holdJoins();
  const joining = [first, third].map((one) => create(one));
  await expect.poll(joins.opened).toBe(2);
  expect(server.app.places.size()).toBe(0);

  const again = await create(first, 2);
  expect([again.statusCode, again.json().type]).toEqual([409, 'in_progress']);
  for (const over of [second, fourth]) {
    const answer = await create(over);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
  }
  // The share of one town is full, and the other one's is free.
  joining.push(...others.map((one) => create(one)));
  await expect.poll(joins.opened).toBe(4);
  expect((await create(further)).statusCode).toBe(503);
  expect(joins.opened()).toBe(4);
  const { key, files } = second.given;
  const kept = await begin(ana, { name: { key, file: files[0]?.file ?? '' }, bytes });
  expect(kept.json().received).toBe(bytes.length);

  joins.letGo();
  expect((await Promise.all(joining)).map((answer) => answer.statusCode)).toEqual([201, 201, 201, 201]);
  for (const late of [second, fourth, further]) expect((await create(late, 2)).statusCode).toBe(201);
  expect((await create(first, 3)).headers['idempotent-replayed']).toBe('true');
  expect(server.app.places.size()).toBe(0);
});

it('a store that hangs does not keep the turn of a command for ever', async () => {
  const given = await staged(ana, pmvi);
  const hanging = vi.spyOn(server.services.files, 'open').mockImplementation(() => new Promise(() => undefined));
  const wait = globalThis.setTimeout;
  const timers = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((work: () => void, ms?: number) => wait(work, ms === JOIN_MAX_MS ? 1 : ms)) as never);
  try {
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const answer = await create(given, attempt);
      expect([answer.statusCode, answer.json().type]).toEqual([503, 'storage_away']);
    }
  } finally {
    timers.mockRestore();
    hanging.mockRestore();
  }
  expect((await create(given, 7)).statusCode).toBe(201);
});
