import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { buildSession } from '../../../test/builders/build-people.ts';
import { applyPage } from '../apply/apply-page.ts';
import { eraseMirror } from '../opening/erase-mirror.ts';
import { letGo, openAnsweringMirror, openMirror } from '../opening/open-mirror.ts';
import { documentIndexOf } from '../questions/document-index.ts';
import { takeFirstPage } from '../questions/held-first-page.ts';
import { keepFirstPage } from '../questions/keep-first-page.ts';
import { updateDeviceFacts } from './device-facts.ts';
import { writeMeta } from './meta.ts';
import { rememberPerson, rememberShared, rememberLeaving } from './person-facts.ts';
import { firstPageAhead, pageReadAhead, readAhead } from './read-ahead.ts';
import type { Mirror } from './schema.ts';

const ME = 7;
const NAME = `malote-${ME}`;
const ANA = { userId: ME, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' };
const row = (id: number, rev = id) => buildDocumentRow({ id, number: id, rev });

let mirror: Mirror;
beforeEach(async () => {
  mirror = openMirror(ME);
  await writeMeta(mirror, { name: 'session', value: buildSession() });
  await applyPage(mirror, buildPage([putDocument(row(1)), putDocument(row(2))]));
  await keepFirstPage(mirror);
  await rememberPerson(ANA);
});
afterEach(async () => {
  vi.restoreAllMocks();
  pageReadAhead(NAME);
  await eraseMirror(ME, { discardUnsent: true });
  await updateDeviceFacts({ shared: null, lastPerson: null, logoutOwed: false, erasuresOwed: [] });
});

/** What a start has read by the time that its application is there. */
async function read() {
  await readAhead(ME);
  return pageReadAhead(NAME);
}

/** The same after the mirror has answered for the first time. */
async function taken() {
  await readAhead(ME);
  letGo(ME);
  mirror = (await openAnsweringMirror(ME)).mirror;
  return takeFirstPage(mirror);
}

describe('what is read ahead of the application', () => {
  it('is the first page of the person with whom the device opens, once', async () => {
    expect((await read())?.pages[0]?.rows.map(({ number }) => number)).toEqual([2, 1]);
    expect(pageReadAhead(NAME)).toBeUndefined();
  });

  it.each([
    ['a person who has left', () => rememberLeaving({ userId: ME, discardUnsent: false })],
    ['a shared tablet, which asks who is using it', () => rememberShared({ tenantName: 'Vale do Ipê' })],
    ['a device that knows nobody', () => updateDeviceFacts({ lastPerson: null })],
  ])('is nothing for %s', async (_who, change) => {
    await change();
    expect(await read()).toBeUndefined();
  });

  it('is nothing where the browser was closed without "Ficar logado", and the page where it is still open', async () => {
    await rememberPerson({ ...ANA, staysIn: false });
    await readAhead(null);
    expect(pageReadAhead(NAME)).toBeUndefined();
    expect((await read())?.kept).toBe(2);
  });

  it('is nothing after an erasure, and makes no database', async () => {
    await eraseMirror(ME);
    expect(await read()).toBeUndefined();
    await readAhead(ME);
    expect(await Dexie.getDatabaseNames()).not.toContain(NAME);
  });

  it('is nothing where work that waits is all that is left of the person', async () => {
    await mirror.drafts.put({ id: 'create', fields: { title: 'Obra' }, fileIds: [], savedAtMs: 1 });
    await eraseMirror(ME);
    expect(await Dexie.getDatabaseNames()).toContain(NAME);
    expect(await firstPageAhead(NAME)).toBeNull();
  });

  it('is nothing when a document has changed since it was stored', async () => {
    await applyPage(mirror, buildPage([putDocument(row(2, 9))]));
    expect(await read()).toBeUndefined();
  });

  it('is nothing where the storage refuses, and throws nothing', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no storage', 'SecurityError');
    });
    expect(await read()).toBeUndefined();
  });

  it('keeps no other context from erasing or upgrading the database', async () => {
    await readAhead(ME);
    letGo(ME);
    await Dexie.delete(NAME);
    expect(await Dexie.getDatabaseNames()).not.toContain(NAME);
  });
});

describe('the page that a start holds for its first list', () => {
  it('is the one that was read ahead, once', async () => {
    expect((await taken())?.kept).toBe(2);
    expect(takeFirstPage(mirror)).toBeUndefined();
  });

  it('is none when a document changed between the reading and the opening of the mirror', async () => {
    await readAhead(ME);
    await applyPage(mirror, buildPage([putDocument(row(2, 9))]));
    letGo(ME);
    mirror = (await openAnsweringMirror(ME)).mirror;
    expect(takeFirstPage(mirror)).toBeUndefined();
  });

  it('is none when a document has changed before the list is opened', async () => {
    await readAhead(ME);
    letGo(ME);
    mirror = (await openAnsweringMirror(ME)).mirror;
    await documentIndexOf(mirror);
    await applyPage(mirror, buildPage([putDocument(row(2, 9))]));
    expect(takeFirstPage(mirror)).toBeUndefined();
  });
});
