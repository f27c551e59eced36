// What another application shares with this one.

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftWithFiles } from '#mirror/questions/drafts.ts';
import { photosOf } from '#mirror/store/rows.ts';
import { letGo, openMirror } from '#mirror/opening/open-mirror.ts';
import { updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { rememberPerson, rememberLeaving } from '#mirror/store/person-facts.ts';
import { writeMeta } from '#mirror/store/meta.ts';
import { StorageTrouble } from '#mirror/store/storage.ts';
import { buildSession } from '../test/builders/build-people.ts';

const ANA = { userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' };

function shared(): FormData {
  const form = new FormData();
  form.set('title', 'Orçamento da ponte');
  form.append('files', new File(['%PDF-1.4'], 'orçamento.pdf', { type: 'application/pdf' }));
  return form;
}

/** Loaded when there is a worker around it. */
let keepShared: (form: FormData) => Promise<string | null>;
beforeEach(async () => {
  vi.stubGlobal('self', { addEventListener: () => undefined });
  ({ keepShared } = await import('./share.ts'));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  letGo(7);
  await updateDeviceFacts({ lastPerson: null, logoutOwed: false, erasuresOwed: [] });
});

it('is kept as a new draft of the person whose data is on the device, with its title and its files', async () => {
  await rememberPerson(ANA);
  await writeMeta(openMirror(7), { name: 'session', value: buildSession() });
  const id = await keepShared(shared());
  const { row, files } = await draftWithFiles(openMirror(7), id ?? '');
  expect(row?.fields).toEqual({ title: 'Orçamento da ponte' });
  expect(files.map((file) => [file.name, file.size])).toEqual([['orçamento.pdf', 8]]);
});

it('photographs are kept for the form to make pages of, and what is refused is told there by name', async () => {
  await rememberPerson(ANA);
  await writeMeta(openMirror(7), { name: 'session', value: buildSession() });
  const form = shared();
  form.append('files', new File(['1'], 'IMG_1.jpg', { type: 'image/jpeg' }));
  form.append('files', new File(['2'], 'captura', { type: 'image/png' }));
  form.append('files', new File(['3'], 'som.mp3', { type: 'audio/mpeg' }));
  form.append('files', new File([], 'vazio.pdf', { type: 'application/pdf' }));
  const id = (await keepShared(form)) ?? '';
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
        'som.mp3: Tipo de arquivo não aceito. Envie TXT, RTF, DOC, DOCX, ODT ou PDF.\nvazio.pdf: O arquivo está vazio.',
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
  form.append('files', new File(['%PDF'], 'planta.pdf', { type: 'application/pdf' }));
  const id = (await keepShared(form)) ?? '';
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
  expect(await keepShared(shared())).toBeNull();
  expect([await mirror.drafts.count(), await mirror.files.count()]).toEqual([drafts, files]);
});

it('a worker that ends between two files leaves the first one in a draft', async () => {
  await rememberPerson(ANA);
  const mirror = openMirror(7);
  await writeMeta(mirror, { name: 'session', value: buildSession() });
  await mirror.drafts.clear();
  const form = shared();
  const second = new File(['%PDF'], 'planta.pdf', { type: 'application/pdf' });
  second.arrayBuffer = () => new Promise(() => undefined);
  form.append('files', second);
  void keepShared(form);
  await vi.waitFor(async () => expect(await mirror.drafts.count()).toBe(1));
  const [draft] = await mirror.drafts.toArray();
  const { files } = await draftWithFiles(mirror, draft?.id ?? '');
  expect(files.map((file) => file.name)).toEqual(['orçamento.pdf']);
});

it('leaves no bytes when the draft itself can not be kept', async () => {
  await rememberPerson(ANA);
  const mirror = openMirror(7);
  await writeMeta(mirror, { name: 'session', value: buildSession() });
  const before = await mirror.files.count();
  const fail = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  mirror.drafts.hook('creating', fail);
  await expect(keepShared(shared())).rejects.toBeInstanceOf(StorageTrouble);
  mirror.drafts.hook('creating').unsubscribe(fail);
  expect(await mirror.files.count()).toBe(before);
});

it('is not kept when no person has entered here, or when the last one has left', async () => {
  expect(await keepShared(shared())).toBeNull();
  await rememberPerson({ ...ANA, userId: 8 });
  expect(await keepShared(shared())).toBeNull();
  expect(await openMirror(8).files.count()).toBe(0);
});
