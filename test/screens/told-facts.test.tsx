// What the screens say of this device and of its copy: where results come from, and the facts of
// "Dados neste aparelho".

import { writeMeta } from '#mirror/store/storage.ts';
import { afterEach, expect, test } from 'vitest';
import { NOW_MS } from '../builders/moments.ts';
import { names, pageText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';
import { DOCUMENTS } from './harness/rows.ts';

afterEach(() => void Reflect.deleteProperty(navigator, 'storage'));

test.each(['desk', 'phone'] as const)(
  'without network the results of the list say that they are of this device, and as of when (rule F10): %s',
  async (width) => {
    const mirror = await openTown('Servidor', DOCUMENTS);
    await writeMeta(mirror, { name: 'refreshedAtMs', value: NOW_MS });
    await writeMeta(mirror, { name: 'connection', value: { network: 'offline', auth: 'ok' } });
    await openScreen({ mirror, path: '/admin/manage-documents?search=obra', width });
    await until(() => expect(pageText()).toMatch(/Resultados deste aparelho, atualizados às \d\d:\d\d/));
  },
);

/** The facts of "Dados neste aparelho". */
const told = () =>
  new Map(
    [...document.querySelectorAll('dl dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent]),
  );

test.each([
  [true, 'ativada'],
  [false, 'desativada'],
])('"Dados neste aparelho" tells contact, free space, version, and protection (persisted: %s)', async (kept, word) => {
  const estimate = async () => ({ usage: 20_000_000, quota: 120_000_000 });
  const storage = { estimate, persisted: async () => kept, persist: async () => kept };
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
  const mirror = await openTown('Servidor');
  await writeMeta(mirror, { name: 'refreshedAtMs', value: NOW_MS - 5 * 60_000 });
  await openScreen({ mirror, path: '/admin/device' });
  await until(() => expect(told().get('Espaço livre para o Malote')).toBe('100 MB'));
  expect(told().get('Última conversa com o servidor')).toMatch(/\d\d:\d\d/);
  expect(told().get('Versão')).toMatch(/^Malote \d/);
  expect([...told().values()]).toContain(word);
});

test.each([
  { snapshotDone: false, copy: 'em leitura' },
  { snapshotDone: true, copy: 'completa: 0' },
])(
  'a server that is read by its lists again and again has the copy $copy, and no tablet is shared there',
  async (at) => {
    const mirror = await openTown('Super Admin');
    const value = { value: 'lists:6:0:6', scopeEpoch: 'lists', snapshotDone: at.snapshotDone };
    await writeMeta(mirror, { name: 'cursor', value });
    await openScreen({ mirror, path: '/admin/device' });
    await until(() => expect(told().get('Cópia dos documentos')).toBe(at.copy));
    expect(told().get('Confirmação dos envios')).toBe('pela leitura');
    expect(names('heading')).not.toContain('Uso compartilhado');
  },
);
