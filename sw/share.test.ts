// What another application shares with this one.

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftWithFiles } from '#mirror/questions/drafts.ts';
import { letGo, openMirror } from '#mirror/opening/open-mirror.ts';
import { rememberPerson, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { writeMeta } from '#mirror/store/meta.ts';
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
  await updateDeviceFacts({ lastPerson: null });
});

it('is kept as a new draft of the person whose data is on the device, with its title and its files', async () => {
  await rememberPerson(ANA);
  await writeMeta(openMirror(7), { name: 'session', value: buildSession() });
  const id = await keepShared(shared());
  const { row, files } = await draftWithFiles(openMirror(7), id ?? '');
  expect(row?.fields).toEqual({ title: 'Orçamento da ponte' });
  expect(files.map((file) => [file.name, file.size])).toEqual([['orçamento.pdf', 8]]);
});

it('is not kept when no person has entered here, or when the last one has left', async () => {
  expect(await keepShared(shared())).toBeNull();
  await rememberPerson({ ...ANA, userId: 8 });
  expect(await keepShared(shared())).toBeNull();
  expect(await openMirror(8).files.count()).toBe(0);
});
