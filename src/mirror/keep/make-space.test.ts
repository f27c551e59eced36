// A full device drops copies of the server's files and details, then photographs whose PDF exists,
// and nothing else of its author's work.

import { buildCommand, uuid } from '../../../test/builders/build-command.ts';
import { buildDetails, buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyDetails } from '../apply/apply-details.ts';
import { applyPage } from '../apply/apply-page.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, type StorageTrouble } from '../store/storage.ts';
import { cacheServerFile, pinDocument } from './cached-files.ts';
import { saveDraft } from './drafts.ts';
import { keepFile } from './files.ts';
import { makeSpace } from './make-space.ts';

const OPEN = 1;
const FINISHED = 2;
const PINNED = 3;

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
  mirror.makeSpace = () => makeSpace(mirror);
  const rows = [
    buildDocumentRow({ id: OPEN, number: 1 }),
    ...[FINISHED, PINNED].map((id) =>
      buildDocumentRow({ id, number: id, stored_status: 'completed', status: 'completed' }),
    ),
  ];
  await applyPage(mirror, buildPage(rows.map(putDocument)));
  const file = (id: number) => ({ id, name: 'a.pdf', mime_type: 'application/pdf', size: 3, sha256: 'x' });
  await applyDetails(
    mirror,
    rows.map((row) => buildDetails(row, { files: [file(row.id * 10)] })),
  );
  for (const { id } of rows) await copy(id * 10);
  await pinDocument(mirror, { id: PINNED, isPinned: true });
  await mirror.commands.add(buildCommand('respond'));
  await saveDraft(mirror, { id: 'create', fields: { title: 'Obra' }, fileIds: [], savedAtMs: NOW_MS });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await mirror.delete();
});

function copy(serverFileId: number) {
  return cacheServerFile(mirror, {
    serverFileId,
    name: 'a.pdf',
    mime: 'application/pdf',
    blob: new Blob(['abc']),
    nowMs: NOW_MS,
  });
}

/** Writes fail until this many rows of these stores are deleted. */
function fullUntil(gone: { readonly files: number; readonly details: number }): void {
  const left = { ...gone };
  const original = Reflect.get(IDBObjectStore.prototype, 'delete') as (...given: unknown[]) => IDBRequest<undefined>;
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'files' || this.name === 'details') left[this.name] -= 1;
    return Reflect.apply(original, this, given) as IDBRequest<undefined>;
  });
  for (const method of ['put', 'add'] as const) {
    const write = Reflect.get(IDBObjectStore.prototype, method) as (...given: unknown[]) => IDBRequest<IDBValidKey>;
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...given) {
      const isNote = this.name === 'meta';
      if (!isNote && left.files + left.details > 0) throw new DOMException('full', 'QuotaExceededError');
      return Reflect.apply(write, this, given) as IDBRequest<IDBValidKey>;
    });
  }
}

async function kept() {
  const files = await mirror.files.toArray();
  return {
    copies: files.filter(({ owner }) => owner.startsWith('cache:')).map(({ owner }) => owner),
    details: (await mirror.details.toArray()).map(({ key }) => key),
    commands: await mirror.commands.count(),
    drafts: await mirror.drafts.count(),
  };
}

const picked = () =>
  keepFile(mirror, {
    id: uuid(9),
    owner: 'draft:create',
    file: Object.assign(new Blob(['meu']), { name: 'm.txt' }),
    nowMs: NOW_MS,
  });

it('copies of files go first, those of pinned documents stay', async () => {
  fullUntil({ files: 2, details: 0 });
  await expect(picked()).resolves.toMatchObject({ size: 3 });
  expect(await kept()).toEqual({ copies: ['cache:30'], details: ['s:1', 's:2', 's:3'], commands: 1, drafts: 1 });
});

it('then the details of finished documents that are not pinned', async () => {
  fullUntil({ files: 2, details: 1 });
  await saveDraft(mirror, { id: 'reply:s:1', fields: {}, fileIds: [], savedAtMs: NOW_MS });
  expect(await kept()).toEqual({ copies: ['cache:30'], details: ['s:1', 's:3'], commands: 1, drafts: 2 });
});

describe('photographs', () => {
  const [SENT, OWN, BACK] = [uuid(61), uuid(62), uuid(63)];
  const pageOf = (fileId: string) => ({
    fileId,
    takenBytes: 9,
    width: 3,
    height: 4,
    turns: 0 as const,
    corners: null,
    isBlackAndWhite: false,
  });
  const joinedOf = (...ids: string[]) => ids.map((id) => ({ fileId: uuid(60), pages: [pageOf(id)] }));

  beforeEach(async () => {
    for (const [id, owner] of [
      [SENT, `command:${uuid(1)}`],
      [OWN, 'draft:create'],
      [BACK, 'draft:create'],
    ] as const) {
      const file = Object.assign(new Blob(['foto']), { name: 'pagina.jpg' });
      await keepFile(mirror, { id, owner, file, nowMs: NOW_MS });
    }
    await mirror.commands.update(1, { joined: joinedOf(SENT, BACK) });
    const row = { id: 'create', fields: {}, fileIds: [uuid(60)], savedAtMs: NOW_MS };
    await saveDraft(mirror, { ...row, pages: [pageOf(BACK)], joined: joinedOf(OWN) });
  });

  it('of PDFs go last of all, so that what is written is kept, and those that are pages again stay', async () => {
    fullUntil({ files: 4, details: 1 });
    await saveDraft(mirror, { id: 'reply:s:1', fields: {}, fileIds: [], savedAtMs: NOW_MS });
    expect(await kept()).toEqual({ copies: ['cache:30'], details: ['s:1', 's:3'], commands: 1, drafts: 2 });
    expect(await mirror.files.bulkGet([SENT, OWN])).toEqual([undefined, undefined]);
    expect(await mirror.files.get(BACK)).toBeDefined();
  });

  it('of PDFs stay where copies of the server are enough', async () => {
    fullUntil({ files: 2, details: 0 });
    await picked();
    expect((await mirror.files.bulkGet([SENT, OWN, BACK])).every((row) => row !== undefined)).toBe(true);
  });
});

it('where nothing more can go, it is told, and what its author made is there', async () => {
  fullUntil({ files: 99, details: 99 });
  await expect(picked()).rejects.toMatchObject({ kind: 'quota' } satisfies Partial<StorageTrouble>);
  expect(await kept()).toEqual({ copies: ['cache:30'], details: ['s:1', 's:3'], commands: 1, drafts: 1 });
});

it('for another copy nothing goes', async () => {
  fullUntil({ files: 1, details: 0 });
  await expect(copy(40)).rejects.toMatchObject({ kind: 'quota' });
  expect((await kept()).copies).toHaveLength(3);
});

it('a context that has no code for it tells the trouble', async () => {
  mirror = Object.assign(mirror, { makeSpace: () => Promise.resolve(false) });
  fullUntil({ files: 1, details: 0 });
  const work = durably(mirror, {
    tables: ['drafts'],
    work: () => mirror.drafts.put({ id: 'x', fields: {}, fileIds: [], savedAtMs: 0 }),
  });
  await expect(work).rejects.toMatchObject({ kind: 'quota' });
});
