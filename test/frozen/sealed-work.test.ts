// Work that was sealed by the first version with sealing. A change in how a sealing is named, how
// its key is made or how its parts are laid out would lock all sealed work on every device: it
// fails here.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSealing } from '#mirror/keep/sealing.ts';
import { sealingName } from '#mirror/opening/seal-work.ts';
import { sealedWork, unsealWork } from '#mirror/opening/unseal-work.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { SealedRow } from '#mirror/store/sealed-row.ts';
import { buildSession } from '../builders/build-people.ts';
import { openTestMirror } from '../builders/open-test-mirror.ts';
import { storedWork } from '../builders/stored-work.ts';
import { chunkOf, SEALED_WORK } from './frozen.ts';

const { privateKey, sealed, plain } = SEALED_WORK;
const CHUNKS = sealed.chunks.map(chunkOf);
const [ROW] = sealed.commands;
if (ROW === undefined) throw new Error('the sealed row is there');

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await mirror.delete();
});

async function put(row: object = {}): Promise<void> {
  await mirror.commands.bulkPut([{ ...ROW, ...row } as unknown as OutboxCommand]);
  await mirror.files.bulkPut(sealed.files);
  await mirror.chunks.bulkPut(CHUNKS);
}

const login = () => unsealWork(mirror, { user: buildSession(), keys: [privateKey] });

test('a command, a draft and their files come back byte for byte, and the document is shown', async () => {
  await put();
  await login();
  expect(await storedWork(mirror)).toEqual({ ...plain, chunks: plain.chunks.map(chunkOf) });
  const [command] = plain.commands;
  expect(await mirror.documents.get(command?.documentKey ?? '')).toMatchObject({ title: 'Vistoria da ponte' });
});

test('each part opens with the private key alone', async () => {
  const { id, actorId: userId, payload } = ROW;
  const name = sealingName({ id, userId, parts: payload.parts });
  const cipher = await openSealing(privateKey, { ephemeral: payload.ephemeral, name });
  const [first, ...pieces] = await Promise.all(CHUNKS.map(({ index, bytes }) => cipher.open(index, bytes)));
  const rows = JSON.parse(new TextDecoder().decode(first)) as object;
  const { chunks, ...own } = plain;
  const places = chunks.map(({ fileId, index }) => [fileId, index]);
  expect(rows).toEqual({ ...own, pieces: places });
  expect(pieces).toEqual(chunks.map((chunk) => chunkOf(chunk).bytes));
});

describe('what is not opened stays as it was, and its author is told why', () => {
  /** After a login that opened nothing. */
  async function expectKept(row: object, errorClass: 'sealed' | 'unsupported'): Promise<void> {
    const before = await storedWork(mirror);
    await login();
    expect(await storedWork(mirror)).toEqual(before);
    expect(await sealedWork(mirror)).toEqual([{ ...ROW, ...row }]);
    expect(await mirror.commands.toArray()).toMatchObject([{ state: 'held', lastError: { class: errorClass } }]);
  }

  test('a sealing of a newer version, which asks for an update', async () => {
    const row = { version: 2, payload: { ...ROW.payload, form: 2 } };
    await put(row);
    await expectKept(row, 'unsupported');
    // The version that knows it finds it whole.
    await mirror.commands.update(ROW.seq, { version: 1 });
    await login();
    expect((await storedWork(mirror)).drafts).toEqual(plain.drafts);
  });

  const changes: readonly (readonly [string, Partial<SealedRow['payload']>])[] = [
    ['fewer parts than it has', { parts: 2 }],
    ['more parts than it has', { parts: 4 }],
    ['no agreement', { ephemeral: '' }],
    ['an agreement that is no point of the curve', { ephemeral: `B${'A'.repeat(86)}` }],
    ['the id of a key that is not there', { keyId: ROW.id }],
  ];
  test.each(changes)('a row that names %s', async (_what, change) => {
    const row = { payload: { ...ROW.payload, ...change } };
    await put(row);
    await expectKept(row, 'sealed');
  });

  test.each(CHUNKS.flatMap(({ index, bytes }) => [0, bytes.byteLength - 1].map((at) => [index, at] as const)))(
    'a part whose byte is changed: part %i, byte %i',
    async (index, at) => {
      await put();
      const bytes = new Uint8Array(CHUNKS[index]?.bytes.slice(0) ?? new ArrayBuffer(0));
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      await mirror.chunks.put({ fileId: ROW.id, index, bytes: bytes.buffer });
      await expectKept({}, 'sealed');
    },
  );

  test.each(['cut short', 'gone', 'of another part'])('a part that is %s', async (how) => {
    await put();
    const [first, second] = CHUNKS;
    if (first === undefined || second === undefined) throw new Error('the parts are there');
    if (how === 'gone') await mirror.chunks.delete([ROW.id, 1]);
    else await mirror.chunks.put({ ...second, bytes: how === 'cut short' ? second.bytes.slice(0, 8) : first.bytes });
    await expectKept({}, 'sealed');
  });
});
