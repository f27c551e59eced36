import 'fake-indexeddb/auto';
import type { Change } from '#contract/sync.ts';
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
import { keepAsOf, stateNow } from '../questions/keep-as-of.ts';
import { keepFirstPage } from '../questions/keep-first-page.ts';
import { updateDeviceFacts } from './device-facts.ts';
import { readMeta, writeMeta } from './meta.ts';
import { rememberPerson, rememberShared, rememberLeaving } from './person-facts.ts';
import { firstPageAhead, pageReadAhead, readAhead } from './read-ahead.ts';
import type { Mirror } from './schema.ts';
import { PICTURE_FORMAT, type StartPicture } from './start-picture.ts';

const ME = 7;
const NAME = `malote-${ME}`;
const row = (id: number, rev = id) => buildDocumentRow({ id, number: id, rev });

let mirror: Mirror;
beforeEach(async () => {
  mirror = openMirror(ME);
  await writeMeta(mirror, { name: 'session', value: buildSession() });
  await applyPage(mirror, buildPage([putDocument(row(1)), putDocument(row(2))]));
  await keepFirstPage(mirror);
  await rememberPerson({ userId: ME, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  pageReadAhead(NAME);
  await eraseMirror(ME, { discardUnsent: true });
  await updateDeviceFacts({ shared: null, lastPerson: null, logoutOwed: false, erasuresOwed: [] });
});

const putAlert = (): Change => {
  const alert = { id: 5, rev: 9, title: 'Prazo', description: '', limit_date: '2026-11-30', status: 'active' as const };
  return { collection: 'alerts', op: 'put', id: alert.id, rev: alert.rev, row: alert };
};

const ASKED = { name: 'listPicture', page: 'v1 390x844', nowMs: 2000 } as const;

/** What a start has read by the time that its application is there. */
async function read() {
  await readAhead(ASKED);
  return pageReadAhead(NAME);
}

/** The same after the mirror has answered for the first time. */
async function taken() {
  await readAhead(ASKED);
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

  it('is nothing after an erasure, and makes no database', async () => {
    await eraseMirror(ME);
    expect(await read()).toBeUndefined();
    await readAhead(ASKED);
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
    await readAhead(ASKED);
    letGo(ME);
    await Dexie.delete(NAME);
    expect(await Dexie.getDatabaseNames()).not.toContain(NAME);
  });
});

describe('the picture that a start shows', () => {
  const picture = (state: string): StartPicture => ({
    format: PICTURE_FORMAT,
    state,
    fromMs: 1000,
    untilMs: 3000,
    page: ASKED.page,
    width: 390,
    html: '<main></main>',
    sheets: [],
  });
  const keep = async (state: string) => keepAsOf(mirror, { state, name: 'listPicture', value: picture(state) });

  it('is what was kept for the person with whom the device opens', async () => {
    await keep(await stateNow(mirror));
    expect(await readAhead(ASKED)).toEqual(picture(await stateNow(mirror)));
    expect(await readAhead({ ...ASKED, name: 'homePicture' })).toBeNull();
  });

  it.each([
    ['a person who has left', () => rememberLeaving({ userId: ME, discardUnsent: false })],
    ['a shared tablet, which asks who is using it', () => rememberShared({ tenantName: 'Vale do Ipê' })],
    ['a device that knows nobody', () => updateDeviceFacts({ lastPerson: null })],
    ['a mirror that was erased', () => eraseMirror(ME)],
    ['a mirror in which a document has changed', () => applyPage(mirror, buildPage([putDocument(row(2, 9))]))],
    ['a mirror in which an alert has come', () => applyPage(mirror, buildPage([putAlert()]))],
    [
      'a person whose name or town has changed',
      () => writeMeta(mirror, { name: 'session', value: buildSession({ name: 'Eva' }) }),
    ],
  ])('is none for %s', async (_who, change) => {
    await keep(await stateNow(mirror));
    await change();
    expect(await readAhead(ASKED)).toBeNull();
  });

  it('is not kept when something has changed since it was taken', async () => {
    const state = await stateNow(mirror);
    await applyPage(mirror, buildPage([putDocument(row(2, 9))]));
    await keep(state);
    expect(await readMeta(mirror, 'listPicture')).toBeUndefined();
  });

  it('is not kept when the person has left since it was taken', async () => {
    const state = await stateNow(mirror);
    await mirror.meta.delete('session');
    await keep(state);
    expect(await readMeta(mirror, 'listPicture')).toBeUndefined();
  });

  it('leaves the mirror as it was where the device has no space for it', async () => {
    const state = await stateNow(mirror);
    const put = vi.spyOn(mirror.meta, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    await keep(state);
    expect(put).toHaveBeenCalled();
    expect(await readMeta(mirror, 'listPicture')).toBeUndefined();
  });
});

describe('the page that a start holds for its first list', () => {
  it('is the one that was read ahead, once', async () => {
    expect((await taken())?.kept).toBe(2);
    expect(takeFirstPage(mirror)).toBeUndefined();
  });

  it('is none when a document changed between the reading and the opening of the mirror', async () => {
    await readAhead(ASKED);
    await applyPage(mirror, buildPage([putDocument(row(2, 9))]));
    letGo(ME);
    mirror = (await openAnsweringMirror(ME)).mirror;
    expect(takeFirstPage(mirror)).toBeUndefined();
  });

  it('is none when a document has changed before the list is opened', async () => {
    await readAhead(ASKED);
    letGo(ME);
    mirror = (await openAnsweringMirror(ME)).mirror;
    await documentIndexOf(mirror);
    await applyPage(mirror, buildPage([putDocument(row(2, 9))]));
    expect(takeFirstPage(mirror)).toBeUndefined();
  });
});
