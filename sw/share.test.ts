// What another application shares with this one.

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropShare, heldShares, takeShare } from '#mirror/keep/shared-files.ts';
import { draftWithFiles } from '#mirror/questions/drafts.ts';
import { photosOf } from '#mirror/store/draft-row.ts';
import { letGo, openMirror } from '#mirror/opening/open-mirror.ts';
import { updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { rememberPerson, rememberLeaving } from '#mirror/store/person-facts.ts';
import { StorageTrouble, writeMeta } from '#mirror/store/storage.ts';
import { buildSession } from '../test/builders/build-people.ts';
import type { keepShared as KeepShared } from './share.ts';

const ANA = { userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' };

function shared(): FormData {
  const form = new FormData();
  form.set('title', 'Orçamento da ponte');
  form.append('files', new File(['%PDF-1.4 %%EOF'], 'orçamento.pdf', { type: 'application/pdf' }));
  return form;
}

/** What is held, the newest last. */
const held = () => heldShares(openMirror(7));

/** Holds it, and makes a draft of it as the person does; its id. */
async function taken(form: FormData): Promise<string> {
  await keep(form);
  const id = (await held()).at(-1)?.draft.id ?? '';
  expect(await takeShare(openMirror(7), id)).toBe(true);
  return id;
}

/** Loaded when there is a worker around it. */
const worker = { clients: { matchAll: async () => [] } } as unknown as Parameters<typeof KeepShared>[0];
let keep: (form: FormData) => Promise<boolean>;
let isOfAnotherSite: (request: Pick<Request, 'headers' | 'referrer'>, own: string) => boolean;
beforeEach(async () => {
  vi.stubGlobal('self', { addEventListener: () => undefined });
  const share = await import('./share.ts');
  keep = (form) => share.keepShared(worker, form);
  isOfAnotherSite = share.isOfAnotherSite;
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await openMirror(7).meta.delete('heldShares');
  letGo(7);
  await updateDeviceFacts({ lastPerson: null, logoutOwed: false, erasuresOwed: [] });
});

it('is held for the person whose data is on the device, and becomes a draft when they want it', async () => {
  await rememberPerson(ANA);
  await writeMeta(openMirror(7), { name: 'session', value: buildSession() });
  expect(await keep(shared())).toBe(true);
  const [share] = await held();
  expect(share?.names).toEqual(['orçamento.pdf']);
  expect(await openMirror(7).drafts.count()).toBe(0);
  const id = share?.draft.id ?? '';
  await takeShare(openMirror(7), id);
  expect(await held()).toEqual([]);
  expect(await takeShare(openMirror(7), id)).toBe(false);
  const { row, files } = await draftWithFiles(openMirror(7), id);
  expect(row?.fields).toEqual({ title: 'Orçamento da ponte' });
  expect(files.map((file) => [file.name, file.size])).toEqual([['orçamento.pdf', 14]]);
});

it('photographs are kept for the form to make pages of, and what is refused is told there by name', async () => {
  await rememberPerson(ANA);
  await writeMeta(openMirror(7), { name: 'session', value: buildSession() });
  const form = shared();
  form.append('files', new File(['1'], 'IMG_1.jpg', { type: 'image/jpeg' }));
  form.append('files', new File(['2'], 'captura', { type: 'image/png' }));
  form.append('files', new File(['3'], 'som.mp3', { type: 'audio/mpeg' }));
  form.append('files', new File([], 'vazio.pdf', { type: 'application/pdf' }));
  const id = await taken(form);
  const { row, files } = await draftWithFiles(openMirror(7), id);
  expect(files.map((file) => file.name)).toEqual(['orçamento.pdf']);
  const photos = await openMirror(7).files.bulkGet([...photosOf(row)]);
  expect(photos.map((file) => [file?.name, file?.owner, file?.size])).toEqual([
    ['IMG_1.jpg', `draft:${id}`, 1],
    ['captura', `draft:${id}`, 1],
  ]);
  expect(row?.fields).toEqual({
    title: 'Orçamento da ponte',
    errors: {
      files:
        'som.mp3: Tipo de arquivo não aceito. Envie PDF, DOC, DOCX, ODT, RTF ou TXT.\nvazio.pdf: O arquivo está vazio.',
    },
  });
});

it('a file that the device has no room for is told in the form, and the others are kept', async () => {
  await rememberPerson(ANA);
  const mirror = openMirror(7);
  await writeMeta(mirror, { name: 'session', value: buildSession() });
  let stored = 0;
  const fail = () => {
    stored += 1;
    if (stored === 1) throw new DOMException('full', 'QuotaExceededError');
  };
  mirror.files.hook('creating', fail);
  const form = shared();
  form.append('files', new File(['%PDF-1.7 %%EOF'], 'planta.pdf', { type: 'application/pdf' }));
  const id = await taken(form);
  mirror.files.hook('creating').unsubscribe(fail);
  const { row, files } = await draftWithFiles(mirror, id);
  expect(files.map((file) => file.name)).toEqual(['planta.pdf']);
  expect(row?.fields['errors']).toEqual({
    files: 'orçamento.pdf: não foi possível guardar este arquivo no aparelho. Libere espaço e compartilhe-o de novo.',
  });
});

it('is not kept for a person who has logged out, also while their data is still to be erased', async () => {
  await rememberPerson(ANA);
  const mirror = openMirror(7);
  await writeMeta(mirror, { name: 'session', value: buildSession() });
  const drafts = await mirror.drafts.count();
  const files = await mirror.files.count();
  await rememberLeaving({ userId: 7, discardUnsent: false });
  expect(await keep(shared())).toBe(false);
  expect([await mirror.drafts.count(), await mirror.files.count()]).toEqual([drafts, files]);
});

it('a worker that ends between two files leaves the first one held', async () => {
  await rememberPerson(ANA);
  const mirror = openMirror(7);
  await writeMeta(mirror, { name: 'session', value: buildSession() });
  const before = (await held()).length;
  const form = shared();
  const second = new File(['%PDF-1.7 %%EOF'], 'planta.pdf', { type: 'application/pdf' });
  second.arrayBuffer = () => new Promise(() => undefined);
  form.append('files', second);
  // A worker that has ended holds no lock.
  vi.stubGlobal('navigator', {});
  void keep(form);
  await vi.waitFor(async () => expect((await held())[before]?.names).toEqual(['orçamento.pdf']));
  const id = (await held())[before]?.draft.id ?? '';
  await takeShare(mirror, id);
  const { files } = await draftWithFiles(mirror, id);
  expect(files.map((file) => file.name)).toEqual(['orçamento.pdf']);
});

it('leaves no bytes when it can not be held', async () => {
  await rememberPerson(ANA);
  const mirror = openMirror(7);
  await writeMeta(mirror, { name: 'session', value: buildSession() });
  const before = await mirror.files.count();
  const fail = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  mirror.files.hook('creating', fail);
  vi.spyOn(mirror.meta, 'put').mockImplementation(fail);
  await expect(keep(shared())).rejects.toBeInstanceOf(StorageTrouble);
  mirror.files.hook('creating').unsubscribe(fail);
  vi.restoreAllMocks();
  expect(await mirror.files.count()).toBe(before);
});

it('is not kept when no person has entered here, or when the last one has left', async () => {
  expect(await keep(shared())).toBe(false);
  await rememberPerson({ ...ANA, userId: 8 });
  expect(await keep(shared())).toBe(false);
  expect(await openMirror(8).files.count()).toBe(0);
});

it('what is dropped leaves no bytes, and a draft that was made of it stays', async () => {
  await rememberPerson(ANA);
  const mirror = openMirror(7);
  await writeMeta(mirror, { name: 'session', value: buildSession() });
  const before = await mirror.chunks.count();
  await keep(shared());
  await dropShare(mirror, (await held())[0]?.draft.id ?? '');
  expect([await held(), await mirror.chunks.count()]).toEqual([[], before]);
  const id = await taken(shared());
  await dropShare(mirror, id);
  expect((await draftWithFiles(mirror, id)).files).toHaveLength(1);
});

/** A share of two files, of which the worker stores the second only after `goOn`. */
function sharedSlowly(): { form: FormData; goOn: () => void } {
  let goOn = () => undefined as void;
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const form = shared();
  const second = new File(['%PDF-1.7 %%EOF'], 'planta.pdf', { type: 'application/pdf' });
  second.arrayBuffer = async () => {
    await gate;
    return File.prototype.arrayBuffer.call(second);
  };
  form.append('files', second);
  return { form, goOn };
}

/** Web Locks: the works under one name run one after the other. */
function stubLocks(): void {
  const tails = new Map<string, Promise<unknown>>();
  const request = (name: string, work: () => Promise<unknown>) => {
    const run = (tails.get(name) ?? Promise.resolve()).then(work);
    tails.set(
      name,
      run.catch(() => undefined),
    );
    return run;
  };
  vi.stubGlobal('navigator', { locks: { request } });
}

/** Begins to hold a share of two files; returns when the first of them is stored. */
async function halfHeld() {
  await rememberPerson(ANA);
  const mirror = openMirror(7);
  await writeMeta(mirror, { name: 'session', value: buildSession() });
  const before = await mirror.files.count();
  const { form, goOn } = sharedSlowly();
  const kept = keep(form);
  await vi.waitFor(async () => expect((await held())[0]?.names).toEqual(['orçamento.pdf']));
  return { mirror, before, kept, goOn, id: (await held())[0]?.draft.id ?? '' };
}

it('what is answered while its files are being stored is done when all of them are', async () => {
  stubLocks();
  const one = await halfHeld();
  const taking = takeShare(one.mirror, one.id);
  one.goOn();
  expect([await one.kept, await taking, await held()]).toEqual([true, true, []]);
  const { files } = await draftWithFiles(one.mirror, one.id);
  expect(files.map((file) => file.name)).toEqual(['orçamento.pdf', 'planta.pdf']);
  const other = await halfHeld();
  const dropping = dropShare(other.mirror, other.id);
  other.goOn();
  await Promise.all([other.kept, dropping]);
  expect([await held(), await other.mirror.files.count()]).toEqual([[], other.before]);
});

it('what was answered does not come back with its next file, also without locks', async () => {
  vi.stubGlobal('navigator', {});
  const one = await halfHeld();
  await takeShare(one.mirror, one.id);
  await one.mirror.drafts.update(one.id, { fields: { title: 'Ponte nova' } });
  one.goOn();
  await expect(one.kept).rejects.toThrow('no longer waits');
  expect(await held()).toEqual([]);
  expect((await draftWithFiles(one.mirror, one.id)).row?.fields).toEqual({ title: 'Ponte nova' });
  const other = await halfHeld();
  await dropShare(other.mirror, other.id);
  other.goOn();
  await expect(other.kept).rejects.toThrow('no longer waits');
  expect([await held(), await other.mirror.files.count()]).toEqual([[], other.before]);
});

it('a share beside the draft of its id does not replace it, and goes by either answer', async () => {
  await rememberPerson(ANA);
  const mirror = openMirror(7);
  await writeMeta(mirror, { name: 'session', value: buildSession() });
  for (const answer of [takeShare, dropShare]) {
    const id = await taken(shared());
    const draft = await mirror.drafts.get(id);
    if (draft === undefined) throw new Error('no draft was made');
    await writeMeta(mirror, { name: 'heldShares', value: [{ draft, names: [] }] });
    await mirror.drafts.update(id, { fields: { title: 'Ponte nova' } });
    await answer(mirror, id);
    expect(await held()).toEqual([]);
    const { row, files } = await draftWithFiles(mirror, id);
    expect([row?.fields, files.length]).toEqual([{ title: 'Ponte nova' }, 1]);
  }
});

it('no more than five wait, and the sixth leaves no bytes', async () => {
  await rememberPerson(ANA);
  const mirror = openMirror(7);
  await writeMeta(mirror, { name: 'session', value: buildSession() });
  for (let count = 0; count < 5; count += 1) await keep(shared());
  const before = await mirror.chunks.count();
  await expect(keep(shared())).rejects.toThrow('too many');
  expect([(await held()).length, await mirror.chunks.count()]).toEqual([5, before]);
});

it.each([
  ['the system shares', { Origin: 'null', 'Sec-Fetch-Site': 'none' }, 'about:client', false],
  ['the browser says nothing', {}, '', false],
  [
    'this application',
    { Origin: 'https://malote.example', 'Sec-Fetch-Site': 'same-origin' },
    'https://malote.example/',
    false,
  ],
  ['another site', { Origin: 'https://outro.example' }, '', true],
  ['another site, by the referrer alone', {}, 'https://outro.example/', true],
  [
    'another site that hides, where the browser shows its relation',
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    '',
    true,
  ],
  ['another part of the same site', { 'Sec-Fetch-Site': 'same-site' }, '', true],
])('%s: of another site is told', (_who, headers, referrer, isForeign) => {
  expect(isOfAnotherSite({ headers: new Headers(headers), referrer }, 'https://malote.example')).toBe(isForeign);
});
